<?php
/**
 * The body of a request, read in blocks: the platform would hold it whole in memory before any route sees it.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

// The platform's server takes this global for the body where it is set (WP_REST_Server::get_raw_data); before rest_api_loaded, at 10.
add_action( 'parse_request', 'clipferry_helper_leave_body', 5 );

/**
 * Leaves the bodies of our own tus routes to us.
 *
 * @param WP $wp The platform, with the request's route.
 */
function clipferry_helper_leave_body( $wp ) {
	$route = isset( $wp->query_vars['rest_route'] ) ? (string) $wp->query_vars['rest_route'] : '';
	if ( preg_match( '#^/+' . CLIPFERRY_HELPER_NAMESPACE . '/uploads(/|$)#i', $route ) ) {
		$GLOBALS['HTTP_RAW_POST_DATA'] = ''; // phpcs:ignore PHPCompatibility.Variables.RemovedPredefinedGlobalVariables.http_raw_post_dataDeprecatedRemoved
	}
}

/** Bytes that the request said it would send; null where it did not say. */
function clipferry_helper_promised_bytes() {
	$length = isset( $_SERVER['CONTENT_LENGTH'] ) ? (string) $_SERVER['CONTENT_LENGTH'] : ''; // phpcs:ignore WordPress.Security.ValidatedSanitizedInput
	return ctype_digit( $length ) && strlen( $length ) < 19 ? (int) $length : null;
}

/**
 * Receives the body. PHP keeps it aside while it is read, so that it can be read again from its beginning; nobody waits for a lock meanwhile, and
 * a sender who never ends keeps nobody waiting but himself. It is read in small blocks the first time: of a larger one nothing is kept when the
 * sender is cut in it.
 *
 * @param string $algorithm Of a checksum, or '' for none.
 * @param int    $most      Bytes after which it reads no further.
 * @return object With stream (at its beginning), bytes (that came) and digest (raw; '' without algorithm).
 */
function clipferry_helper_receive_body( $algorithm, $most ) {
	clipferry_helper_go_on();
	$stream  = fopen( 'php://input', 'rb' );
	$context = '' === $algorithm ? null : hash_init( $algorithm );
	$bytes   = 0;
	while ( $bytes <= $most ) {
		$block = fread( $stream, 65536 );
		if ( false === $block || '' === $block ) {
			break;
		}
		$bytes += strlen( $block );
		if ( null !== $context ) {
			hash_update( $context, $block );
		}
	}
	fclose( $stream );
	$again = fopen( 'php://input', 'rb' );
	if ( function_exists( 'stream_set_chunk_size' ) ) {
		stream_set_chunk_size( $again, MB_IN_BYTES );
	}
	return (object) array(
		'stream' => $again,
		'bytes'  => $bytes,
		'digest' => null === $context ? '' : hash_final( $context, true ),
	);
}
