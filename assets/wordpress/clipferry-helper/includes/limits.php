<?php
/**
 * What the helper takes: how many uploads at once, of how many bytes, in pieces of what size, for how long. Each can be changed by a filter.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

/**
 * Bytes of a piece at most. It is read in blocks and never held in memory, and PHP's post_max_size bounds forms alone, so this only bounds what a cut
 * costs and what PHP keeps aside. A proxy's limit shows itself in its answer.
 */
function clipferry_helper_largest_piece() {
	/** Filters how many bytes one piece may have. */
	return (int) apply_filters( 'clipferry_helper_largest_piece', 64 * MB_IN_BYTES );
}

/** Bytes of a whole file at most; never more than PHP counts, which is 2 GiB where it has 32 bits. */
function clipferry_helper_largest_file() {
	/** Filters how many bytes a whole file may have. */
	return (int) min( PHP_INT_MAX, apply_filters( 'clipferry_helper_largest_file', 256 * GB_IN_BYTES ) );
}

/** Days for which an upload that is not whole is kept after its last piece. */
function clipferry_helper_days_unfinished() {
	/** Filters for how many days an upload is kept that nobody goes on with. */
	return max( 1, (int) apply_filters( 'clipferry_helper_days_unfinished', 7 ) );
}

/** Days for which it is remembered what became of a whole upload. */
function clipferry_helper_days_finished() {
	/** Filters for how many days a finished upload's answer is remembered. */
	return max( 1, (int) apply_filters( 'clipferry_helper_days_finished', 90 ) );
}

/** Uploads of one user that may be unfinished at once. */
function clipferry_helper_most_of_user() {
	/** Filters how many unfinished uploads a user may have. */
	return (int) apply_filters( 'clipferry_helper_most_of_user', 50 );
}

/** Uploads of all users that may be unfinished at once. */
function clipferry_helper_most_of_all() {
	/** Filters how many unfinished uploads the site may have. */
	return (int) apply_filters( 'clipferry_helper_most_of_all', 500 );
}

/** Bytes that always stay free on the disk. */
function clipferry_helper_reserve() {
	/** Filters how many bytes of the disk are left alone. */
	return (int) apply_filters( 'clipferry_helper_reserve', 256 * MB_IN_BYTES );
}

/** Bytes that are free for uploads; null where the host does not tell. No int where PHP does not count so far. */
function clipferry_helper_free_bytes() {
	if ( ! function_exists( 'disk_free_space' ) ) {
		return null;
	}
	$uploads = wp_upload_dir( null, false );
	$path    = clipferry_helper_folder_path();
	$free    = @disk_free_space( is_dir( $path ) ? $path : $uploads['basedir'] ); // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
	if ( false === $free ) {
		return null;
	}
	$free = max( 0, $free - clipferry_helper_reserve() );
	return $free < PHP_INT_MAX ? (int) $free : $free;
}

/**
 * What is under way, in all and of one user.
 *
 * @param int $user_id Whose.
 * @return object With all, mine (uploads), and missing (bytes that are promised and not there).
 */
function clipferry_helper_under_way( $user_id ) {
	global $wpdb;
	$table = clipferry_helper_table();
	$sql   = "SELECT COUNT(*) AS uploads, COALESCE(SUM(user_id = %d), 0) AS mine, COALESCE(SUM(size - received), 0) AS missing FROM $table WHERE state IN ('receiving','whole','handing') AND forgotten = 0";
	$row   = $wpdb->get_row( $wpdb->prepare( $sql, $user_id ) );
	return (object) array(
		'all'     => (int) $row->uploads,
		'mine'    => (int) $row->mine,
		'missing' => $row->missing + 0,
	);
}

/**
 * Why a new upload of this size is not taken now; null when it is.
 *
 * @param int|float $size    Bytes of the whole file; no int where PHP does not count so far.
 * @param int       $user_id Whose.
 */
function clipferry_helper_no_room( $size, $user_id ) {
	if ( ! is_int( $size ) || $size > clipferry_helper_largest_file() ) {
		return new WP_Error( 'clipferry_too_large', __( 'The file is larger than this site takes.', 'clipferry-helper' ), array( 'status' => 413 ) );
	}
	$under_way = clipferry_helper_under_way( $user_id );
	if ( $under_way->mine >= clipferry_helper_most_of_user() || $under_way->all >= clipferry_helper_most_of_all() ) {
		return new WP_Error( 'clipferry_too_many', __( 'Too many uploads are unfinished. Finish some of them, or cancel them, first.', 'clipferry-helper' ), array( 'status' => 429 ) );
	}
	$free = clipferry_helper_free_bytes();
	if ( null !== $free && $size + $under_way->missing > $free ) {
		return new WP_Error( 'clipferry_disk_full', __( 'The site has no room for this file.', 'clipferry-helper' ), array( 'status' => 507 ) );
	}
	return null;
}
