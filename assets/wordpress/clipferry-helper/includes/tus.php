<?php
/**
 * The words of tus 1.0 (https://tus.io/protocols/resumable-upload): its headers, read and written.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

const CLIPFERRY_HELPER_TUS        = '1.0.0';
const CLIPFERRY_HELPER_EXTENSIONS = 'creation,creation-with-upload,checksum,termination,expiration';
const CLIPFERRY_HELPER_CHECKSUMS  = 'sha1,sha256';
const CLIPFERRY_HELPER_TUS_TYPE   = 'application/offset+octet-stream';

// Not of tus: in an answer, that a piece may be sent while the one before it is at work; with a piece, that this one is.
const CLIPFERRY_HELPER_AHEAD = 'Clipferry-Ahead';
// Nor this: in the answer to an end, the video that the upload had become before.
const CLIPFERRY_HELPER_VIDEO = 'Clipferry-Video';
// Nor this: with a refusal of ours, its code, as the answer to HEAD has no body.
const CLIPFERRY_HELPER_CODE = 'Clipferry-Code';

add_filter( 'rest_post_dispatch', 'clipferry_helper_tus_headers', 10, 3 );
add_filter( 'rest_pre_serve_request', 'clipferry_helper_tus_status', 10, 2 );
add_filter( 'rest_exposed_cors_headers', 'clipferry_helper_exposed_headers' );
add_filter( 'rest_allowed_cors_headers', 'clipferry_helper_allowed_headers' );

/**
 * Whether a request is for one of the tus routes.
 *
 * @param WP_REST_Request $request The request.
 */
function clipferry_helper_is_tus( $request ) {
	return 1 === preg_match( '#^/' . CLIPFERRY_HELPER_NAMESPACE . '/uploads(/[0-9a-f]{64})?/?$#i', $request->get_route() );
}

/**
 * Every answer of a tus route says which version it speaks; OPTIONS says the rest, beside the platform's own schema.
 *
 * @param WP_HTTP_Response $response The answer.
 * @param WP_REST_Server   $server   The server.
 * @param WP_REST_Request  $request  The request.
 */
function clipferry_helper_tus_headers( $response, $server, $request ) {
	if ( ! clipferry_helper_is_tus( $request ) ) {
		return $response;
	}
	$response->header( 'Tus-Resumable', CLIPFERRY_HELPER_TUS );
	$response->header( CLIPFERRY_HELPER_AHEAD, '1' );
	$data = $response->get_data();
	if ( is_array( $data ) && isset( $data['code'] ) && 0 === strpos( (string) $data['code'], 'clipferry_' ) ) {
		$response->header( CLIPFERRY_HELPER_CODE, $data['code'] );
	}
	if ( 'OPTIONS' === $request->get_method() || 412 === $response->get_status() ) {
		$response->header( 'Tus-Version', CLIPFERRY_HELPER_TUS );
	}
	if ( 'OPTIONS' === $request->get_method() ) {
		$response->header( 'Tus-Max-Size', (string) clipferry_helper_largest_file() );
		$response->header( 'Tus-Extension', CLIPFERRY_HELPER_EXTENSIONS );
		$response->header( 'Tus-Checksum-Algorithm', CLIPFERRY_HELPER_CHECKSUMS );
	}
	return $response;
}

/**
 * The platform has no words for 460, and sends no status that it has no words for.
 *
 * @param bool             $served Whether it has been sent.
 * @param WP_HTTP_Response $result The answer.
 */
function clipferry_helper_tus_status( $served, $result ) {
	if ( ! $served && 460 === $result->get_status() ) {
		status_header( 460, 'Checksum Mismatch' );
	}
	return $served;
}

/**
 * What a tus client in a browser may read.
 *
 * @param string[] $headers Names.
 */
function clipferry_helper_exposed_headers( $headers ) {
	return array_merge( $headers, array( 'Location', 'Tus-Resumable', 'Tus-Version', 'Tus-Max-Size', 'Tus-Extension', 'Tus-Checksum-Algorithm', 'Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'Upload-Expires' ) );
}

/**
 * What a tus client in a browser may send.
 *
 * @param string[] $headers Names.
 */
function clipferry_helper_allowed_headers( $headers ) {
	return array_merge( $headers, array( 'Tus-Resumable', 'Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'Upload-Checksum', 'X-HTTP-Method-Override' ) );
}

/**
 * A number of bytes, written with digits alone; null for anything else. No int where PHP does not count so far.
 *
 * @param string|null $text A header's value.
 */
function clipferry_helper_bytes( $text ) {
	$text = null === $text ? '' : trim( $text );
	return ctype_digit( $text ) ? $text + 0 : null;
}

/**
 * Upload-Metadata by its keys: a list of key, space, Base64; a key may stand alone. Null where it is none.
 *
 * @param string $text The header's value.
 */
function clipferry_helper_metadata( $text ) {
	$found = array();
	foreach ( array_filter( array_map( 'trim', explode( ',', $text ) ), 'strlen' ) as $pair ) {
		$parts = preg_split( '/ +/', $pair );
		$value = count( $parts ) < 2 ? '' : base64_decode( $parts[1], true );
		if ( count( $parts ) > 2 || false === $value || isset( $found[ $parts[0] ] ) ) {
			return null;
		}
		$found[ $parts[0] ] = $value;
	}
	return $found;
}

/**
 * A checksum of a piece: algorithm and raw digest; null where none was sent, a WP_Error where it is none of ours.
 *
 * @param string|null $text Upload-Checksum.
 */
function clipferry_helper_checksum( $text ) {
	if ( null === $text || '' === $text ) {
		return null;
	}
	$parts  = explode( ' ', trim( $text ) );
	$digest = 2 === count( $parts ) ? base64_decode( $parts[1], true ) : false;
	if ( false === $digest || ! in_array( $parts[0], explode( ',', CLIPFERRY_HELPER_CHECKSUMS ), true ) ) {
		return new WP_Error( 'clipferry_checksum', __( 'This checksum is not known here.', 'clipferry-helper' ), array( 'status' => 400 ) );
	}
	return array( $parts[0], $digest );
}

/**
 * The name that a sender gave a file, as PHP would take it from a form: without folders and without characters that are none. Its
 * extension is judged by the site's upload, as ever.
 *
 * @param string $name As it was sent.
 */
function clipferry_helper_file_name( $name ) {
	$name = wp_check_invalid_utf8( $name, true );
	$name = preg_replace( '#^.*[/\\\\]#s', '', $name );
	$name = trim( preg_replace( '/[\x00-\x1f\x7f]/', '', $name ) );
	if ( '' === $name || '.' === $name || '..' === $name ) {
		return 'video.mp4';
	}
	return function_exists( 'mb_strcut' ) && strlen( $name ) > 255 ? mb_strcut( $name, 0, 255, 'UTF-8' ) : $name;
}

/**
 * When an upload will be removed if nobody goes on with it, as HTTP writes dates.
 *
 * @param object $record The upload.
 */
function clipferry_helper_expires( $record ) {
	$days = 'answered' === $record->state ? clipferry_helper_days_finished() : clipferry_helper_days_unfinished();
	return gmdate( 'D, d M Y H:i:s', strtotime( $record->touched . ' UTC' ) + $days * DAY_IN_SECONDS ) . ' GMT';
}
