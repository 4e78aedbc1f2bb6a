<?php
/**
 * One request at a time may change an upload. Two locks, because each sees what the other does not: the database's is common to several
 * web servers before one folder, the file's outlives a database that ends idle connections. Both end with the process that has them. Where one
 * of them is not to be had the other does.
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
 * Takes a file's lock.
 *
 * @param resource $file  Open.
 * @param float    $until When to stop waiting for it.
 * @return bool|null False where another process has it; null where disk or host know none (a network disk without its service for locks).
 */
function clipferry_helper_take_file( $file, $until ) {
	if ( ! function_exists( 'flock' ) ) {
		return null;
	}
	while ( ! flock( $file, LOCK_EX | LOCK_NB, $is_taken ) ) {
		// Where PHP does not tell the two apart (Windows, by its manual) the database's lock knows.
		if ( 1 !== $is_taken ) {
			return null;
		}
		if ( microtime( true ) >= $until ) {
			return false;
		}
		usleep( 50000 );
	}
	return true;
}

/**
 * Takes a lock of the database.
 *
 * @param string $name    Its name.
 * @param int    $seconds How long to wait.
 * @return bool|null False where another process has it; null where the database knows none (a plugin for SQLite, some clusters).
 */
function clipferry_helper_take_name( $name, $seconds ) {
	global $wpdb;
	$silent = $wpdb->suppress_errors( true );
	$got    = $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, %d)', $name, $seconds ) );
	$wpdb->suppress_errors( $silent );
	return null === $got ? null : '1' === (string) $got;
}

/**
 * Gives a lock of the database back.
 *
 * @param string $name Its name.
 */
function clipferry_helper_give_name( $name ) {
	global $wpdb;
	$silent = $wpdb->suppress_errors( true );
	$wpdb->get_var( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $name ) );
	$wpdb->suppress_errors( $silent );
}

/**
 * Whether one of both locks is to be had here at all.
 *
 * @param resource $file A file of the folder, open, that nobody else has.
 */
function clipferry_helper_knows_locks( $file ) {
	if ( null !== clipferry_helper_take_file( $file, 0 ) ) {
		return true;
	}
	$name  = clipferry_helper_lock_name( clipferry_helper_random_name() );
	$knows = null !== clipferry_helper_take_name( $name, 0 );
	clipferry_helper_give_name( $name );
	return $knows;
}

/**
 * Takes both locks of an upload, or the one that there is; false where another request has it for longer than `$seconds`, or where there is none.
 *
 * @param object $record  The upload.
 * @param int    $seconds How long to wait.
 */
function clipferry_helper_lock( $record, $seconds ) {
	global $clipferry_helper_lock_file;
	$until = microtime( true ) + $seconds;
	if ( ! is_dir( clipferry_helper_folder_path() ) && is_wp_error( clipferry_helper_folder() ) ) {
		return false;
	}
	$file = @fopen( clipferry_helper_piece_path( $record ) . '.lock', 'cb' ); // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
	if ( false === $file ) {
		return false;
	}
	$has_file = clipferry_helper_take_file( $file, $until );
	if ( false === $has_file ) {
		fclose( $file );
		return false;
	}
	$left     = max( 0, (int) ceil( $until - microtime( true ) ) );
	$has_name = clipferry_helper_take_name( clipferry_helper_lock_name( $record->id ), $left );
	if ( false === $has_name || ( null === $has_name && null === $has_file ) ) {
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
	global $clipferry_helper_lock_file;
	clipferry_helper_give_name( clipferry_helper_lock_name( $record->id ) );
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
