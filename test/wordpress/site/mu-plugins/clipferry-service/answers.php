<?php
/** How the upload route words success and failure: six styles that are known or likely (platform facts, section 14). */

/** Answers in the known product's way: status 200 also for a failure, whose message is a list. */
function clipferry_failed( WP_Error $error ) {
	if ( 'ajax' === clipferry_switch( 'answerStyle' ) && 'rest_upload_no_data' !== $error->get_error_code() ) {
		$plain = new WP_Error( $error->get_error_code(), $error->get_error_message() );
		wp_send_json_error( array( 'message' => $plain->get_error_messages(), 'errors' => $plain ) );
	}
	return $error;
}

function clipferry_succeeded( int $video_id, int $attachment_id ) {
	$location = rest_url( 'wp/v2/video/' . $video_id );
	switch ( clipferry_switch( 'answerStyle' ) ) {
		case 'ajax':
			$title = get_post( $video_id )->post_title;
			wp_send_json_success(
				array(
					'message' => sprintf( '<strong>%s</strong> has been uploaded successfully.', $title ),
					'post'    => get_post( $video_id ),
				)
			);
			// wp_send_json_success ends the request.
		case 'bare':
			return rest_ensure_response( array( 'id' => $video_id ) );
		case '204':
			return new WP_REST_Response( null, 204 );
		case 'text':
			header( 'Content-Type: text/plain; charset=UTF-8' );
			echo 'Upload complete.';
			exit;
		case 'location':
			return new WP_REST_Response( null, 201, array( 'Location' => $location ) );
		default:
			$request = new WP_REST_Request( 'GET', '/wp/v2/video/' . $video_id );
			$request->set_param( 'context', 'edit' );
			$controller = new WP_REST_Posts_Controller( 'video' );
			$response   = $controller->prepare_item_for_response( get_post( $video_id ), $request );
			$data       = $response->get_data();
			$data['attachment'] = array(
				'id'         => $attachment_id,
				'mime_type'  => get_post_mime_type( $attachment_id ),
				'source_url' => wp_get_attachment_url( $attachment_id ),
				'filesize'   => wp_filesize( get_attached_file( $attachment_id ) ),
			);
			return new WP_REST_Response( $data, 201, array( 'Location' => $location ) );
	}
}
