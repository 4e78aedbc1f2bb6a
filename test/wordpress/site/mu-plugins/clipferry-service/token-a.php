<?php
/** Token plugin A, the one the product names: every failure is 403, and a bad token blocks every route (platform facts, section 6). */

add_action(
	'rest_api_init',
	function () {
		if ( 'A' !== clipferry_switch( 'tokenPlugin' ) ) {
			return;
		}
		$public = array( 'methods' => 'POST', 'permission_callback' => '__return_true' );
		register_rest_route( 'jwt-auth/v1', 'token', $public + array( 'callback' => 'clipferry_token_a' ) );
		register_rest_route( 'jwt-auth/v1', 'token/validate', $public + array( 'callback' => 'clipferry_validate_a' ) );
	}
);

function clipferry_refused_a( WP_Error $error ): WP_Error {
	return new WP_Error( $error->get_error_code(), $error->get_error_message(), array( 'status' => 403 ) );
}

function clipferry_token_a( WP_REST_Request $request ) {
	$user = wp_authenticate( (string) $request->get_param( 'username' ), (string) $request->get_param( 'password' ) );
	if ( is_wp_error( $user ) ) {
		return new WP_Error( '[jwt_auth] ' . $user->get_error_code(), $user->get_error_message(), array( 'status' => 403 ) );
	}
	return array(
		'token'             => clipferry_token( $user, 'A' ),
		'user_email'        => $user->user_email,
		'user_nicename'     => $user->user_nicename,
		'user_display_name' => $user->display_name,
	);
}

function clipferry_validate_a() {
	$found = clipferry_bearer();
	return is_wp_error( $found ) ? clipferry_refused_a( $found ) : array( 'code' => 'jwt_auth_valid_token', 'data' => array( 'status' => 200 ) );
}

add_filter(
	'determine_current_user',
	function ( $user_id ) {
		if ( 'A' !== clipferry_switch( 'tokenPlugin' ) || ! clipferry_is_token_call() ) {
			return $user_id;
		}
		$found = clipferry_bearer();
		if ( is_wp_error( $found ) ) {
			$GLOBALS['clipferry_token_fault'] = clipferry_refused_a( $found );
			return $user_id;
		}
		return $found;
	}
);
add_filter( 'rest_pre_dispatch', fn ( $result ) => $GLOBALS['clipferry_token_fault'] ?? $result );
