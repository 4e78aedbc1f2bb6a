<?php
/**
 * The site's own upload: which route it is, and who may use it. Whoever may not use it may not use the helper.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

/** Every route of this site that takes an upload by POST: /{namespace}/v{n}/upload. */
function clipferry_helper_service_routes() {
	$found = array();
	foreach ( rest_get_server()->get_routes() as $route => $handlers ) {
		if ( ! preg_match( '#^/[a-z0-9_-]+/v\d+/upload$#i', $route ) ) {
			continue;
		}
		foreach ( $handlers as $handler ) {
			if ( ! empty( $handler['methods']['POST'] ) ) {
				$found[] = $route;
				break;
			}
		}
	}
	/** Filters the routes to which a whole file may be handed over. */
	return (array) apply_filters( 'clipferry_helper_service_routes', $found );
}

/**
 * The route for an upload: the one that was named, or the only one there is. Null where there is none, or more than one and none is named.
 *
 * @param string $named As the client named it, or ''.
 */
function clipferry_helper_service_route( $named ) {
	$routes = clipferry_helper_service_routes();
	if ( '' === $named ) {
		return 1 === count( $routes ) ? $routes[0] : null;
	}
	return in_array( $named, $routes, true ) ? $named : null;
}

/**
 * True when whoever is asking may use the site's upload, else a WP_Error. A product may let everybody into its route and refuse in its handler,
 * so the platform's own right counts, too.
 *
 * @param string|null $route One of the routes; null asks for the platform's right alone.
 */
function clipferry_helper_may_upload( $route = null ) {
	if ( ! is_user_logged_in() ) {
		return new WP_Error( 'rest_not_logged_in', __( 'You are not currently logged in.', 'clipferry-helper' ), array( 'status' => 401 ) );
	}
	$refused = new WP_Error( 'clipferry_may_not_upload', __( 'Sorry, you are not allowed to upload videos as this user.', 'clipferry-helper' ), array( 'status' => 403 ) );
	/** Filters which right the platform's users need; the site's own route is asked as well. */
	if ( ! current_user_can( apply_filters( 'clipferry_helper_capability', 'upload_files' ) ) ) {
		return $refused;
	}
	if ( null === $route ) {
		return true;
	}
	$routes = rest_get_server()->get_routes();
	foreach ( isset( $routes[ $route ] ) ? $routes[ $route ] : array() as $handler ) {
		if ( empty( $handler['methods']['POST'] ) || empty( $handler['permission_callback'] ) ) {
			continue;
		}
		$allowed = call_user_func( $handler['permission_callback'], new WP_REST_Request( 'POST', $route ) );
		if ( is_wp_error( $allowed ) ) {
			return $allowed;
		}
		if ( ! $allowed ) {
			return $refused;
		}
	}
	return true;
}
