<?php
/**
 * Work that begins when the answer is out: the last piece is acknowledged before its file is handed over, so that no proxy's patience ends it.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'rest_pre_serve_request', 'clipferry_helper_answer_first', PHP_INT_MAX, 2 );

/**
 * Plans the finishing of an upload for when this request has been answered.
 *
 * @param string $id   Which.
 * @param bool   $anew See clipferry_helper_finish.
 */
function clipferry_helper_finish_later( $id, $anew = false ) {
	$GLOBALS['clipferry_helper_later'] = array( $id, $anew );
}

/**
 * Sends the answer and goes on without its reader, where something was planned.
 *
 * @param bool             $served Whether another plugin has sent it.
 * @param WP_HTTP_Response $result The answer; its status and headers are set.
 */
function clipferry_helper_answer_first( $served, $result ) {
	if ( $served || empty( $GLOBALS['clipferry_helper_later'] ) ) {
		return $served;
	}
	list( $id, $anew ) = $GLOBALS['clipferry_helper_later'];
	$body              = 204 === $result->get_status() ? '' : (string) wp_json_encode( $result->get_data() );
	if ( ! headers_sent() ) {
		header( 'Cache-Control: no-store' );
		header( 'Connection: close' );
		if ( 204 !== $result->get_status() ) {
			header( 'Content-Length: ' . strlen( $body ) );
		}
	}
	while ( ob_get_level() > 0 && ob_end_clean() ) {
		continue;
	}
	echo $body; // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- JSON.
	if ( function_exists( 'fastcgi_finish_request' ) ) {
		fastcgi_finish_request();
	} elseif ( function_exists( 'litespeed_finish_request' ) ) {
		litespeed_finish_request();
	} else {
		flush();
	}
	clipferry_helper_finish( $id, $anew );
	return true;
}
