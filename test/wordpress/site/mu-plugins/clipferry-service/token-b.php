<?php
/** Token plugin B on the same route: short tokens, a refresh cookie, and bad tokens that count as none (platform facts, section 7). */

add_action(
	'rest_api_init',
	function () {
		if ( 'B' !== clipferry_switch( 'tokenPlugin' ) ) {
			return;
		}
		$public = array( 'methods' => 'POST', 'permission_callback' => '__return_true' );
		register_rest_route( 'jwt-auth/v1', 'token', $public + array( 'callback' => 'clipferry_token_b' ) );
		register_rest_route( 'jwt-auth/v1', 'token/validate', $public + array( 'callback' => 'clipferry_validate_b' ) );
		register_rest_route( 'jwt-auth/v1', 'token/refresh', $public + array( 'callback' => 'clipferry_refresh_b' ) );
	}
);

function clipferry_failed_b( string $code, string $message ): WP_REST_Response {
	$body = array( 'success' => false, 'statusCode' => 401, 'code' => $code, 'message' => wp_strip_all_tags( $message ), 'data' => array() );
	return new WP_REST_Response( $body, 401 );
}

function clipferry_succeeded_b( string $code, string $message, array $data ): WP_REST_Response {
	return new WP_REST_Response( array( 'success' => true, 'statusCode' => 200, 'code' => $code, 'message' => $message, 'data' => $data ) );
}

/** A new refresh token in place of the device's last one, as a cookie of 30 days. */
function clipferry_rotate( WP_User $user, string $device ): void {
	$token = bin2hex( random_bytes( 32 ) );
	$until = time() + 30 * DAY_IN_SECONDS;
	update_user_meta( $user->ID, 'clipferry_refresh_' . $device, array( 'token' => $token, 'until' => $until ) );
	setcookie( 'refresh_token', $user->ID . '.' . $token, array( 'expires' => $until, 'path' => COOKIEPATH, 'httponly' => true, 'secure' => is_ssl() ) );
}

/** The user that the refresh cookie stands for, or the answer that says why there is none. */
function clipferry_user_of_cookie( string $device ) {
	$parts = explode( '.', $_COOKIE['refresh_token'] ?? '' );
	$user  = 2 === count( $parts ) ? get_user_by( 'id', (int) $parts[0] ) : false;
	if ( ! $user ) {
		return clipferry_failed_b( 'jwt_auth_invalid_refresh_token', 'Invalid refresh token' );
	}
	$kept = get_user_meta( $user->ID, 'clipferry_refresh_' . $device, true );
	if ( ! is_array( $kept ) || ! hash_equals( $kept['token'], $parts[1] ) ) {
		return clipferry_failed_b( 'jwt_auth_obsolete_refresh_token', 'Refresh token is obsolete' );
	}
	if ( $kept['until'] < time() ) {
		return clipferry_failed_b( 'jwt_auth_expired_refresh_token', 'Refresh token has expired' );
	}
	return $user;
}

function clipferry_token_b( WP_REST_Request $request ) {
	$device = (string) $request->get_param( 'device' );
	if ( null === $request->get_param( 'username' ) && null === $request->get_param( 'password' ) ) {
		if ( ! isset( $_COOKIE['refresh_token'] ) ) {
			return clipferry_failed_b( 'jwt_auth_missing_credentials', 'Username and password are required.' );
		}
		$user = clipferry_user_of_cookie( $device );
	} else {
		$user = wp_authenticate( (string) $request->get_param( 'username' ), (string) $request->get_param( 'password' ) );
		if ( is_wp_error( $user ) ) {
			return clipferry_failed_b( $user->get_error_code(), $user->get_error_message() );
		}
		clipferry_rotate( $user, $device );
	}
	if ( ! $user instanceof WP_User ) {
		return $user;
	}
	return clipferry_succeeded_b(
		'jwt_auth_valid_credential',
		'Credential is valid',
		array(
			'token'       => clipferry_token( $user, 'B' ),
			'id'          => $user->ID,
			'email'       => $user->user_email,
			'nicename'    => $user->user_nicename,
			'firstName'   => $user->first_name,
			'lastName'    => $user->last_name,
			'displayName' => $user->display_name,
		)
	);
}

function clipferry_refresh_b( WP_REST_Request $request ) {
	if ( ! isset( $_COOKIE['refresh_token'] ) ) {
		return clipferry_failed_b( 'jwt_auth_no_auth_cookie', 'Refresh token cookie not found.' );
	}
	$device = (string) $request->get_param( 'device' );
	$user   = clipferry_user_of_cookie( $device );
	if ( ! $user instanceof WP_User ) {
		return $user;
	}
	clipferry_rotate( $user, $device );
	return clipferry_succeeded_b( 'jwt_auth_valid_token', 'Token is valid', array() );
}

function clipferry_validate_b() {
	$found = clipferry_bearer();
	return is_wp_error( $found )
		? clipferry_failed_b( $found->get_error_code(), $found->get_error_message() )
		: clipferry_succeeded_b( 'jwt_auth_valid_token', 'Token is valid', array() );
}

add_filter(
	'determine_current_user',
	function ( $user_id ) {
		if ( 'B' !== clipferry_switch( 'tokenPlugin' ) || ! clipferry_is_token_call() ) {
			return $user_id;
		}
		$found = clipferry_bearer();
		return is_wp_error( $found ) ? $user_id : $found;
	}
);
