<?php
/**
 * One request at a time may change an upload. Two locks, because each sees what the other does not: the database's is common to several
 * web servers before one folder, the file's outlives a database that ends idle connections. Both end with the process that has them.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

/**
 * The lock's name for the database, where it is common to all sites of the server (64 characters at most).
 *
 * @param string $id Which upload.
 */
function clipferry_helper_lock_name( $id ) {
	return 'clipferry_' . md5( DB_NAME . '|' . clipferry_helper_table() . '|' . $id );
}

/**
 * Takes both locks of an upload; false where another request has it for longer than `$seconds`. Databases that know no such lock
 * (a plugin for SQLite, some clusters) leave it to the file's.
 *
 * @param object $record  The upload.
 * @param int    $seconds How long to wait.
 */
function clipferry_helper_lock( $record, $seconds ) {
	global $wpdb, $clipferry_helper_lock_file;
	$until = microtime( true ) + $seconds;
	if ( ! is_dir( clipferry_helper_folder_path() ) && is_wp_error( clipferry_helper_folder() ) ) {
		return false;
	}
	$file = @fopen( clipferry_helper_piece_path( $record ) . '.lock', 'cb' ); // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
	if ( false === $file ) {
		return false;
	}
	while ( ! flock( $file, LOCK_EX | LOCK_NB ) ) {
		if ( microtime( true ) >= $until ) {
			fclose( $file );
			return false;
		}
		usleep( 50000 );
	}
	$left   = max( 0, (int) ceil( $until - microtime( true ) ) );
	$silent = $wpdb->suppress_errors( true );
	$got    = $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, %d)', clipferry_helper_lock_name( $record->id ), $left ) );
	$wpdb->suppress_errors( $silent );
	if ( '0' === (string) $got ) {
		fclose( $file );
		// Whoever has the database's lock may be done with the file already.
		clipferry_helper_clear_lock_file( $record );
		return false;
	}
	$clipferry_helper_lock_file = $file;
	return true;
}

/**
 * Gives both locks back.
 *
 * @param object $record The upload.
 */
function clipferry_helper_unlock( $record ) {
	global $wpdb, $clipferry_helper_lock_file;
	$silent = $wpdb->suppress_errors( true );
	$wpdb->get_var( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', clipferry_helper_lock_name( $record->id ) ) );
	$wpdb->suppress_errors( $silent );
	if ( is_resource( $clipferry_helper_lock_file ) ) {
		fclose( $clipferry_helper_lock_file );
	}
	$clipferry_helper_lock_file = null;
	clipferry_helper_clear_lock_file( $record );
}

/**
 * Removes what the file's lock stands on where nothing is left that two could quarrel about.
 *
 * @param object $record The upload.
 */
function clipferry_helper_clear_lock_file( $record ) {
	$path = clipferry_helper_piece_path( $record );
	clearstatcache();
	if ( ! file_exists( $path ) && file_exists( "$path.lock" ) ) {
		wp_delete_file( "$path.lock" );
	}
}
