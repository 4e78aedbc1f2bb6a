<?php
/** The service's upload route: one multipart part `file` becomes a video with an attachment. */

add_action(
	'rest_api_init',
	function () {
		if ( clipferry_taking( 'off' ) ) {
			return;
		}
		register_rest_route(
			( clipferry_switch( 'serviceNamespace' ) ?? 'streamtube' ) . '/v1',
			'/upload',
			array(
				'methods'             => 'POST',
				'callback'            => 'clipferry_upload',
				'permission_callback' => 'clipferry_may_upload',
			)
		);
	}
);

function clipferry_may_upload() {
	if ( ! is_user_logged_in() ) {
		return new WP_Error( 'rest_not_logged_in', 'You are not currently logged in.', array( 'status' => 401 ) );
	}
	// The known product lets everybody in and refuses in its handler, so that a preflight tells nothing.
	if ( 'streamtube' === clipferry_switch( 'product' ) || ( current_user_can( 'upload_files' ) && current_user_can( 'edit_posts' ) ) ) {
		return true;
	}
	return new WP_Error( 'rest_cannot_create', 'Sorry, you are not allowed to upload videos as this user.', array( 'status' => 403 ) );
}

/** Why this person or this file is not taken; null when they are. Types are told by the name alone, as the product does. */
function clipferry_product_fault( ?array $file ): ?WP_Error {
	if ( clipferry_switch( 'uploadsDisabled' ) ) {
		return new WP_Error( 'upload_files_disabled', 'Uploading files is disabled.', array( 'status' => 403 ) );
	}
	if ( ! current_user_can( 'edit_posts' ) || ! current_user_can( 'upload_files' ) ) {
		return new WP_Error( 'no_permission', 'Sorry, you do not have permission to upload files.', array( 'status' => 403 ) );
	}
	if ( clipferry_switch( 'verifiedOnly' ) && ! current_user_can( 'administrator' ) ) {
		return new WP_Error( 'not_verified', 'Sorry, only verified users can upload files.', array( 'status' => 403 ) );
	}
	if ( null === $file || UPLOAD_ERR_OK !== $file['error'] ) {
		return null;
	}
	$limit = clipferry_switch( 'maxFileBytes' );
	if ( null !== $limit && $file['size'] > $limit ) {
		$message = sprintf( 'The maximum upload file size is %s MB.', round( $limit / 1024 / 1024, 2 ) );
		return new WP_Error( 'file_size_not_allowed', $message, array( 'status' => 413 ) );
	}
	$extension = strtolower( pathinfo( $file['name'], PATHINFO_EXTENSION ) );
	$is_video  = str_starts_with( (string) wp_check_filetype( $file['name'] )['type'], 'video/' );
	if ( $is_video && ! in_array( $extension, clipferry_switch( 'refusedExtensions' ) ?? array(), true ) ) {
		return null;
	}
	return $is_video && 'streamtube' === clipferry_switch( 'product' )
		? new WP_Error( 'video_format_not_allowed', 'Video Format is not allowed.', array( 'status' => 415 ) )
		: new WP_Error( 'file_type_not_allowed', 'File Type is not allowed.', array( 'status' => 415 ) );
}

function clipferry_upload( WP_REST_Request $request ) {
	$file  = $request->get_file_params()['file'] ?? null;
	$fault = clipferry_product_fault( $file );
	if ( $fault ) {
		return clipferry_failed( $fault );
	}
	if ( null === $file ) {
		return clipferry_failed( new WP_Error( 'rest_upload_no_data', 'No data supplied.', array( 'status' => 400 ) ) );
	}
	require_once ABSPATH . 'wp-admin/includes/file.php';
	require_once ABSPATH . 'wp-admin/includes/media.php';
	require_once ABSPATH . 'wp-admin/includes/image.php';

	if ( clipferry_taking( 'early' ) ) {
		wp_insert_post( array( 'post_type' => 'video', 'post_status' => 'draft', 'post_title' => 'clip' ) );
		return clipferry_failed( new WP_Error( 'upload_failed', 'The file could not be stored.', array( 'status' => clipferry_taking( 'early' ) ) ) );
	}
	$stored = clipferry_take( $file );
	if ( isset( $stored['error'] ) ) {
		$code = UPLOAD_ERR_OK === $file['error'] ? 'rest_upload_sideload_error' : 'rest_upload_unknown_error';
		return clipferry_failed( new WP_Error( $code, $stored['error'], array( 'status' => 500 ) ) );
	}

	$title    = preg_replace( '/\.[^.]*$/', '', $file['name'] );
	$video_id = wp_insert_post( wp_slash( array( 'post_type' => 'video', 'post_status' => 'draft', 'post_title' => $title ) ), true );
	if ( is_wp_error( $video_id ) ) {
		return clipferry_failed( $video_id );
	}
	clipferry_moment( 'after-post' );
	if ( 'no-attachment' === clipferry_taking( 'makes' ) ) {
		update_post_meta( $video_id, 'video_url', $stored['url'] );
		clipferry_moment( 'after-film' );
		return clipferry_succeeded( $video_id, 0 );
	}
	$attachment_id = wp_insert_attachment(
		array(
			'post_mime_type' => $stored['type'],
			'guid'           => $stored['url'],
			'post_title'     => wp_slash( $title ),
			'post_parent'    => $video_id,
		),
		$stored['file'],
		$video_id
	);
	clipferry_moment( 'after-attachment' );
	wp_update_attachment_metadata( $attachment_id, wp_generate_attachment_metadata( $attachment_id, $stored['file'] ) );
	update_post_meta( $video_id, 'video_url', $attachment_id );
	clipferry_moment( 'after-all' );
	wp_update_post( array( 'ID' => $video_id, 'post_status' => clipferry_switch( 'uploadStatus' ) ?? 'pending' ) );
	// Done, but not said yet: the moment in which an answer gets lost.
	usleep( 1000 * (int) clipferry_switch( 'answerDelayMs' ) );
	return clipferry_succeeded( $video_id, $attachment_id );
}
