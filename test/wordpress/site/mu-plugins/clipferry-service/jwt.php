<?php
/** Signed tokens (HS256) as both known token plugins hand them out. */

function clipferry_base64url( string $bytes ): string {
	return rtrim( strtr( base64_encode( $bytes ), '+/', '-_' ), '=' );
}

/** `$generation` counts how often a user's tokens were made to expire. */
function clipferry_sign( string $text, int $generation ): string {
	return clipferry_base64url( hash_hmac( 'sha256', $text, 'clipferry-test-secret-' . $generation, true ) );
}

function clipferry_generation( int $user_id ): int {
	return (int) get_user_meta( $user_id, 'clipferry_generation', true );
}

/** `$plugin` is A or B: their lives and the type of the id differ (platform facts, sections 6 and 7). */
function clipferry_token( WP_User $user, string $plugin ): string {
	$now     = time();
	$life    = clipferry_switch( 'tokenSeconds' ) ?? ( 'A' === $plugin ? 7 * DAY_IN_SECONDS : 10 * MINUTE_IN_SECONDS );
	$id      = 'A' === $plugin ? (string) $user->ID : $user->ID;
	$payload = array(
		'iss'  => get_bloginfo( 'url' ),
		'iat'  => $now,
		'nbf'  => $now,
		'exp'  => $now + $life,
		'data' => array( 'user' => array( 'id' => $id ) ),
	);
	$text    = clipferry_base64url( wp_json_encode( array( 'typ' => 'JWT', 'alg' => 'HS256' ) ) ) . '.' . clipferry_base64url( wp_json_encode( $payload ) );
	return $text . '.' . clipferry_sign( $text, clipferry_generation( $user->ID ) );
}

/** The user id of the request's Bearer token, or why there is none. */
function clipferry_bearer() {
	$header = $_SERVER['HTTP_AUTHORIZATION'] ?? $_SERVER['REDIRECT_HTTP_AUTHORIZATION'] ?? '';
	if ( '' === $header ) {
		return new WP_Error( 'jwt_auth_no_auth_header', 'Authorization header not found.' );
	}
	if ( ! preg_match( '/^Bearer (\S+)$/', $header, $match ) ) {
		return new WP_Error( 'jwt_auth_bad_auth_header', 'Authorization header malformed.' );
	}
	$parts = explode( '.', $match[1] );
	if ( 3 !== count( $parts ) ) {
		return new WP_Error( 'jwt_auth_invalid_token', 'Wrong number of segments' );
	}
	$payload = json_decode( base64_decode( strtr( $parts[1], '-_', '+/' ) ), true );
	$now     = clipferry_generation( (int) ( $payload['data']['user']['id'] ?? 0 ) );
	$signed  = $now;
	while ( $signed >= 0 && ! hash_equals( clipferry_sign( $parts[0] . '.' . $parts[1], $signed ), $parts[2] ) ) {
		--$signed;
	}
	if ( $signed < 0 ) {
		return new WP_Error( 'jwt_auth_invalid_token', 'Signature verification failed' );
	}
	if ( $payload['exp'] < time() || $signed < $now ) {
		return new WP_Error( 'jwt_auth_invalid_token', 'Expired token' );
	}
	if ( get_bloginfo( 'url' ) !== $payload['iss'] ) {
		return new WP_Error( 'jwt_auth_bad_iss', 'The iss do not match with this server' );
	}
	return (int) $payload['data']['user']['id'];
}

/** Both plugins find a REST call by the text of the address and leave their own validate route alone. */
function clipferry_is_token_call(): bool {
	$uri    = $_SERVER['REQUEST_URI'] ?? '';
	$prefix = get_option( 'permalink_structure' ) ? '/' . rest_get_url_prefix() : '?rest_route=/';
	$header = $_SERVER['HTTP_AUTHORIZATION'] ?? $_SERVER['REDIRECT_HTTP_AUTHORIZATION'] ?? '';
	return str_contains( $uri, $prefix ) && ! str_contains( $uri, 'token/validate' ) && str_starts_with( $header, 'Bearer' );
}
