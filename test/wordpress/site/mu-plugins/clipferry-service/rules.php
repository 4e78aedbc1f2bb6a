<?php
/** What owners, plugins and products change about signing in: each a switch. */

// "Members only": any plugin may close the whole API, its index included (platform facts, section 2).
add_filter(
	'rest_authentication_errors',
	function ( $result ) {
		if ( true === $result || is_wp_error( $result ) || ! clipferry_switch( 'membersOnly' ) || is_user_logged_in() ) {
			return $result;
		}
		return new WP_Error( 'rest_not_logged_in', 'You are not currently logged in.', array( 'status' => 401 ) );
	}
);

// A plugin that looks at the user early: wrong credentials are then answered on every route (platform facts, section 3).
add_filter(
	'rest_authentication_errors',
	function ( $result ) {
		if ( clipferry_switch( 'earlyUserCheck' ) ) {
			wp_get_current_user();
		}
		return $result;
	},
	5
);

add_filter( 'wp_is_application_passwords_available', fn ( $available ) => clipferry_switch( 'basicDisabled' ) ? false : $available );

add_filter(
	'wp_is_application_passwords_available_for_user',
	fn ( $available, $user ) => in_array( $user->user_login, clipferry_switch( 'appPasswordsDisabledFor' ) ?? array(), true ) ? false : $available,
	10,
	2
);

// The product's option `block_admin_access` (platform facts, section 1).
add_action(
	'admin_init',
	function () {
		if ( clipferry_switch( 'blockAdminAccess' ) && ! wp_doing_ajax() && ! current_user_can( 'administrator' ) ) {
			wp_safe_redirect( home_url( '/' ) );
			exit;
		}
	}
);
add_filter(
	'login_redirect',
	function ( $to, $requested, $user ) {
		$blocked = clipferry_switch( 'blockAdminAccess' ) && $user instanceof WP_User && ! user_can( $user, 'administrator' );
		return $blocked && str_contains( $to, '/wp-admin' ) ? home_url( '/' ) : $to;
	},
	10,
	3
);

// Tests never wait for the outside, and no mail leaves.
add_filter( 'pre_http_request', fn () => new WP_Error( 'no_network', 'No network in tests.' ) );
add_filter( 'pre_wp_mail', '__return_true' );
add_filter( 'automatic_updater_disabled', '__return_true' );
