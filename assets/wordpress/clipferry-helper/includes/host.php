<?php
/**
 * What hosts leave out of PHP (disable_functions) and out of disks, and the helper can do without: done where it can be. A function that is left
 * out is not there at all for PHP 8, and to call it ends the request.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

/** Goes on where its reader has left, and for as long as it takes: on Windows PHP's limit counts the time in which it waits for a sender. */
function clipferry_helper_go_on() {
	if ( function_exists( 'ignore_user_abort' ) ) {
		ignore_user_abort( true );
	}
	if ( function_exists( 'set_time_limit' ) ) {
		set_time_limit( 0 );
	}
}

/**
 * Keeps other users of the machine away. Disks that give all files one owner and mode (network shares) refuse that, and work all the same.
 *
 * @param string $path Of a file or folder.
 * @param int    $mode Its rights.
 */
function clipferry_helper_set_mode( $path, $mode ) {
	if ( function_exists( 'chmod' ) ) {
		@chmod( $path, $mode ); // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
	}
}
