<?php
/**
 * Whatever the site makes of an upload bears the upload's mark from its first moment: it is part of the same INSERT as the post. So, after the
 * death of PHP or of the database in the middle, the helper finds what was made before it hands the file over again.
 *
 * The mark stands in post_content_filtered, which the platform leaves to plugins, keeps through updates, and shows nowhere.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

const CLIPFERRY_HELPER_MARK = 'clipferry-upload:';

/** Marks posts and attachments that come into being from now on in this request. */
function clipferry_helper_begin_marking( $record ) {
	$GLOBALS['clipferry_helper_marking'] = CLIPFERRY_HELPER_MARK . $record->id;
	add_filter( 'wp_insert_post_data', 'clipferry_helper_mark', PHP_INT_MAX, 2 );
	add_filter( 'wp_insert_attachment_data', 'clipferry_helper_mark', PHP_INT_MAX, 2 );
}

/** Marks nothing any more. */
function clipferry_helper_end_marking() {
	remove_filter( 'wp_insert_post_data', 'clipferry_helper_mark', PHP_INT_MAX );
	remove_filter( 'wp_insert_attachment_data', 'clipferry_helper_mark', PHP_INT_MAX );
}

/**
 * Adds the mark to a row that is about to be inserted; leaves updates and revisions alone, and what another plugin keeps in the same column.
 *
 * @param array $data    The row.
 * @param array $postarr What it was made from.
 */
function clipferry_helper_mark( $data, $postarr ) {
	$is_new = empty( $postarr['ID'] );
	if ( $is_new && 'revision' !== $data['post_type'] && '' === (string) $data['post_content_filtered'] ) {
		$data['post_content_filtered'] = $GLOBALS['clipferry_helper_marking'];
	}
	return $data;
}

/** The newest post's id, before anything is handed over: marks are looked for behind it alone. */
function clipferry_helper_newest_post() {
	global $wpdb;
	return (int) $wpdb->get_var( "SELECT MAX(ID) FROM $wpdb->posts" );
}

/**
 * What bears an upload's mark: ids of posts, and of attachments.
 *
 * @param object $record The upload.
 * @return object|null With posts, attachments (rows with ID, post_parent) and video (an id, or 0); null where the database does not tell.
 */
function clipferry_helper_marked( $record ) {
	global $wpdb;
	$sql   = "SELECT ID, post_parent, post_type FROM $wpdb->posts WHERE ID > %d AND post_content_filtered = %s ORDER BY ID";
	$rows  = $wpdb->get_results( $wpdb->prepare( $sql, $record->posts_before, CLIPFERRY_HELPER_MARK . $record->id ) );
	if ( clipferry_helper_is_unread() ) {
		return null;
	}
	$found = (object) array(
		'posts'       => array(),
		'attachments' => array(),
		'video'       => 0,
	);
	foreach ( $rows as $row ) {
		if ( 'attachment' === $row->post_type ) {
			$found->attachments[] = $row;
		} else {
			$found->posts[] = $row;
		}
	}
	$ids = wp_list_pluck( $found->posts, 'ID' );
	foreach ( $found->attachments as $attachment ) {
		// A post whose column another plugin uses has no mark, but it came into being after all that was there before.
		if ( in_array( $attachment->post_parent, $ids, true ) || (int) $attachment->post_parent > $record->posts_before ) {
			$found->video = (int) $attachment->post_parent;
			return $found;
		}
	}
	$found->video = $ids ? (int) $ids[0] : 0;
	return $found;
}

/**
 * Whether what bears the mark is a whole video: a post and an attachment, whose file is there in full, or was taken elsewhere by the site
 * (some keep their media on another server).
 *
 * @param object $record The upload.
 * @param object $marked From clipferry_helper_marked.
 */
function clipferry_helper_is_complete( $record, $marked ) {
	if ( 0 === $marked->video ) {
		return false;
	}
	foreach ( $marked->attachments as $attachment ) {
		$file = get_attached_file( (int) $attachment->ID );
		clearstatcache();
		if ( $file && is_file( $file ) ) {
			return clipferry_helper_bytes_of( $file ) === $record->size;
		}
		return ! file_exists( clipferry_helper_piece_path( $record ) ) && ! file_exists( $record->target );
	}
	return false;
}

/**
 * Whether the site has the film of what bears the mark, also where it makes no attachment of it.
 *
 * @param object $record The upload.
 * @param object $marked From clipferry_helper_marked.
 */
function clipferry_helper_has_film( $record, $marked ) {
	clearstatcache();
	return clipferry_helper_is_complete( $record, $marked ) || clipferry_helper_bytes_of( $record->target ) === $record->size;
}

/**
 * Takes back what a hand-over left that died in the middle, its file first: a product may remove the file together with its post.
 *
 * @param object $record The upload.
 * @param object $marked From clipferry_helper_marked.
 */
function clipferry_helper_take_back( $record, $marked ) {
	$piece = clipferry_helper_piece_path( $record );
	clearstatcache();
	if ( ! file_exists( $piece ) && clipferry_helper_bytes_of( $record->target ) === $record->size ) {
		rename( $record->target, $piece );
		clipferry_helper_set_mode( $piece, 0600 );
	}
	foreach ( $marked->attachments as $attachment ) {
		wp_delete_attachment( (int) $attachment->ID, true );
	}
	foreach ( $marked->posts as $post ) {
		wp_delete_post( (int) $post->ID, true );
	}
}
