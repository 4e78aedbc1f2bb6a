<?php
/**
 * No answer from below our namespace is kept by anybody: each tells what is so at this moment, and often to one person alone.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

// Before rest_api_loaded, at 10: also an answer to nobody, which no route of ours sees, is said to be one of that moment.
add_action( 'parse_request', 'clipferry_helper_tell_caches', 5 );
add_filter( 'rest_post_dispatch', 'clipferry_helper_no_store_answer', 10, 3 );
add_filter( 'nocache_headers', 'clipferry_helper_no_store' );

/**
 * Whether a route is ours.
 *
 * @param string $route With a slash before it.
 */
function clipferry_helper_is_ours( $route ) {
	return 1 === preg_match( '#^/+' . CLIPFERRY_HELPER_NAMESPACE . '(/|$)#i', $route );
}

/**
 * Tells the page caches of other plugins. LiteSpeed's keeps what is read from the API for a week unless its owner says otherwise, whatever the
 * headers say (lscache_wp: src/control.cls.php, data/const.default.json); the constant is the one that all of them know.
 *
 * @param WP $wp The platform, with the request's route.
 */
function clipferry_helper_tell_caches( $wp ) {
	if ( ! clipferry_helper_is_ours( isset( $wp->query_vars['rest_route'] ) ? (string) $wp->query_vars['rest_route'] : '' ) ) {
		return;
	}
	defined( 'DONOTCACHEPAGE' ) || define( 'DONOTCACHEPAGE', true );
	do_action( 'litespeed_control_set_nocache', 'clipferry' );
}

/**
 * Tells proxies and browsers.
 *
 * @param WP_HTTP_Response $response The answer.
 * @param WP_REST_Server   $server   The server.
 * @param WP_REST_Request  $request  The request.
 */
function clipferry_helper_no_store_answer( $response, $server, $request ) {
	if ( clipferry_helper_is_ours( $request->get_route() ) ) {
		$GLOBALS['clipferry_helper_no_store'] = true;
		$response->header( 'Cache-Control', 'no-store' );
	}
	return $response;
}

/**
 * The platform sends its own Cache-Control after a route's.
 *
 * @param array $headers By name.
 */
function clipferry_helper_no_store( $headers ) {
	if ( ! empty( $GLOBALS['clipferry_helper_no_store'] ) ) {
		$headers['Cache-Control'] = 'no-store';
	}
	return $headers;
}
