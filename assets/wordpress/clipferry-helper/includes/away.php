<?php
/**
 * A folder that is not to be seen just now: a disk of the network may be away for a moment, and leaves an empty place behind. Until that has lasted
 * for an hour nothing is called lost, and no other folder is made in its place.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

/** Since when it is away. */
const CLIPFERRY_HELPER_AWAY = 'clipferry_helper_away';

/**
 * Whether the folder of an upload is away: neither its guard nor the upload's bytes are to be seen. After an hour somebody has removed it.
 *
 * @param string $piece The name of the upload's file.
 */
function clipferry_helper_is_away( $piece ) {
	$path = clipferry_helper_folder_path();
	clearstatcache();
	if ( file_exists( "$path/index.html" ) || file_exists( "$path/$piece" ) ) {
		return false;
	}
	$since = (int) get_transient( CLIPFERRY_HELPER_AWAY );
	if ( 0 === $since ) {
		$since = time();
		set_transient( CLIPFERRY_HELPER_AWAY, $since, DAY_IN_SECONDS );
	}
	return time() - $since < HOUR_IN_SECONDS;
}

/** Whether the folder is away with uploads that nobody has handed over yet. */
function clipferry_helper_is_away_with_uploads() {
	global $wpdb;
	$path = clipferry_helper_folder_path();
	clearstatcache();
	if ( file_exists( "$path/index.html" ) ) {
		return false;
	}
	$table = clipferry_helper_table();
	$piece = $wpdb->get_var( "SELECT piece FROM $table WHERE state IN ('receiving','whole') ORDER BY touched DESC LIMIT 1" );
	return null !== $piece && clipferry_helper_is_away( $piece );
}

/** Each hour: when it is away the next time, that is another time. */
function clipferry_helper_forget_away() {
	if ( file_exists( clipferry_helper_folder_path() . '/index.html' ) ) {
		delete_transient( CLIPFERRY_HELPER_AWAY );
	}
}

/** The refusal meanwhile: it may be asked again. */
function clipferry_helper_away() {
	return new WP_Error( 'clipferry_away', __( 'The site does not find its folder for what it receives just now.', 'clipferry-helper' ), array( 'status' => 503 ) );
}

/**
 * How many bytes a file has; false where it cannot be opened. A file system of the network may tell an old size of one that is not opened: opening
 * it asks the server (close-to-open, nfs(5)).
 *
 * @param string $path Where.
 */
function clipferry_helper_bytes_of( $path ) {
	$file = is_file( $path ) ? @fopen( $path, 'rb' ) : false; // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
	if ( false === $file ) {
		return false;
	}
	$there = fstat( $file );
	fclose( $file );
	return $there['size'];
}
