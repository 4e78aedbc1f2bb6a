<?php
/**
 * The helper's routes: what it can do, the uploads of tus, what became of one, and what is on the site already.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

add_action( 'rest_api_init', 'clipferry_helper_routes' );

/** Registers them. */
function clipferry_helper_routes() {
	$upload = '/uploads/(?P<id>[0-9a-f]{64})';
	$routes = array(
		array( '/helper', 'GET', 'clipferry_helper_tell', 'clipferry_helper_signed_in' ),
		array( '/finished', 'GET', 'clipferry_helper_tell_finished', 'clipferry_helper_signed_in' ),
		array( '/uploads', 'POST', 'clipferry_helper_create', 'clipferry_helper_signed_in' ),
		// Caches between ask by GET for what they were asked by HEAD (nginx: proxy_cache_convert_head).
		array( $upload, 'GET, HEAD', 'clipferry_helper_tell_offset', 'clipferry_helper_is_own' ),
		array( $upload, 'PATCH', 'clipferry_helper_patch', 'clipferry_helper_is_own' ),
		array( $upload, 'DELETE', 'clipferry_helper_terminate', 'clipferry_helper_is_own' ),
		array( "$upload/state", 'GET', 'clipferry_helper_tell_state', 'clipferry_helper_is_own' ),
	);
	foreach ( $routes as list( $route, $methods, $callback, $permission ) ) {
		register_rest_route(
			CLIPFERRY_HELPER_NAMESPACE,
			$route,
			array(
				'methods'             => $methods,
				'callback'            => $callback,
				'permission_callback' => $permission,
			)
		);
	}
}

/** True for whoever may use the site's upload by the platform's rights. */
function clipferry_helper_signed_in() {
	clipferry_helper_ensure_table();
	clipferry_helper_notice_switch();
	return clipferry_helper_may_upload();
}

/**
 * True for the person whose upload it is; anybody else learns nothing about it, not even that it is there.
 *
 * @param WP_REST_Request $request The request.
 */
function clipferry_helper_is_own( $request ) {
	clipferry_helper_ensure_table();
	clipferry_helper_notice_switch();
	$allowed = clipferry_helper_may_upload();
	if ( true !== $allowed ) {
		return $allowed;
	}
	$record = clipferry_helper_record( strtolower( $request['id'] ) );
	if ( ! $record && clipferry_helper_is_unread() ) {
		return clipferry_helper_no_database();
	}
	if ( ! $record || get_current_user_id() !== $record->user_id ) {
		return new WP_Error( 'clipferry_no_upload', __( 'There is no such upload.', 'clipferry-helper' ), array( 'status' => 404 ) );
	}
	if ( $record->forgotten || 'lost' === $record->state ) {
		return new WP_Error( 'clipferry_gone', __( 'This upload is gone.', 'clipferry-helper' ), array( 'status' => 410 ) );
	}
	if ( in_array( $record->state, array( 'receiving', 'whole', 'handing' ), true ) && clipferry_helper_is_away( $record->piece ) ) {
		return clipferry_helper_away();
	}
	return true;
}

/**
 * Null where the sender speaks our version of tus, else the refusal.
 *
 * @param WP_REST_Request $request The request.
 */
function clipferry_helper_other_version( $request ) {
	if ( CLIPFERRY_HELPER_TUS === $request->get_header( 'Tus-Resumable' ) ) {
		return null;
	}
	return new WP_Error( 'clipferry_tus_version', __( 'This site speaks tus 1.0.0.', 'clipferry-helper' ), array( 'status' => 412 ) );
}

/**
 * A refusal in the words of the request.
 *
 * @param string $code    For programs.
 * @param string $message For people.
 * @param int    $status  HTTP status.
 */
function clipferry_helper_refuse( $code, $message, $status ) {
	return new WP_Error( $code, $message, array( 'status' => $status ) );
}

/** What this site takes, and by which rules. */
function clipferry_helper_tell() {
	$under_way = clipferry_helper_under_way( get_current_user_id() );
	return rest_ensure_response(
		array(
			'version'          => CLIPFERRY_HELPER_VERSION,
			'tus'              => CLIPFERRY_HELPER_TUS,
			'extensions'       => explode( ',', CLIPFERRY_HELPER_EXTENSIONS ),
			'checksums'        => explode( ',', CLIPFERRY_HELPER_CHECKSUMS ),
			'ready'            => clipferry_helper_is_ready(),
			'uploadRoutes'     => array_values( clipferry_helper_service_routes() ),
			'handOver'         => get_option( 'clipferry_helper_hand_over', 'unknown' ),
			'largestFile'      => clipferry_helper_largest_file(),
			'largestPiece'     => clipferry_helper_largest_piece(),
			'timeLimitSeconds' => function_exists( 'ini_get' ) ? (int) ini_get( 'max_execution_time' ) : 0,
			'freeBytes'        => clipferry_helper_free_bytes(),
			'unfinished'       => $under_way->mine,
			'mostUnfinished'   => clipferry_helper_most_of_user(),
			'keepsDays'        => array(
				'unfinished' => clipferry_helper_days_unfinished(),
				'finished'   => clipferry_helper_days_finished(),
			),
		)
	);
}

/**
 * Which of this person's finished uploads had these bytes, and are videos still.
 *
 * @param WP_REST_Request $request With sha256.
 */
function clipferry_helper_tell_finished( $request ) {
	global $wpdb;
	$sha256 = strtolower( (string) $request['sha256'] );
	if ( ! preg_match( '/^[0-9a-f]{64}$/', $sha256 ) ) {
		return clipferry_helper_refuse( 'clipferry_sha256', __( 'A SHA-256 has 64 hexadecimal digits.', 'clipferry-helper' ), 400 );
	}
	$table = clipferry_helper_table();
	$sql   = "SELECT video, size, name, touched FROM $table WHERE sha256 = %s AND verified = 1 AND user_id = %d AND video > 0 ORDER BY touched";
	$found = array();
	foreach ( $wpdb->get_results( $wpdb->prepare( $sql, $sha256, get_current_user_id() ) ) as $row ) {
		$post = get_post( (int) $row->video );
		if ( $post && 'trash' !== $post->post_status ) {
			$found[] = array(
				'video'    => $post->ID,
				'size'     => (int) $row->size,
				'name'     => $row->name,
				'finished' => str_replace( ' ', 'T', $row->touched ) . 'Z',
			);
		}
	}
	return rest_ensure_response( $found );
}

/**
 * POST: a new upload, and its first bytes where they are sent along.
 *
 * @param WP_REST_Request $request The request.
 */
function clipferry_helper_create( $request ) {
	$other = clipferry_helper_other_version( $request );
	if ( $other ) {
		return $other;
	}
	$size = clipferry_helper_bytes( $request->get_header( 'Upload-Length' ) );
	if ( null === $size ) {
		return clipferry_helper_refuse( 'clipferry_length', __( 'Upload-Length has to say how many bytes will come.', 'clipferry-helper' ), 400 );
	}
	$metadata = (string) $request->get_header( 'Upload-Metadata' );
	$known    = strlen( $metadata ) > 8 * KB_IN_BYTES ? null : clipferry_helper_metadata( $metadata );
	$sha256   = strtolower( isset( $known['sha256'] ) ? $known['sha256'] : '' );
	if ( null === $known || ! preg_match( '/^([0-9a-f]{64})?$/', $sha256 ) ) {
		return clipferry_helper_refuse( 'clipferry_metadata', __( 'Upload-Metadata cannot be read.', 'clipferry-helper' ), 400 );
	}
	$route = clipferry_helper_service_route( isset( $known['route'] ) ? $known['route'] : '' );
	if ( null === $route ) {
		return clipferry_helper_refuse( 'clipferry_no_route', __( 'It is not clear which upload of this site is meant.', 'clipferry-helper' ), 400 );
	}
	$allowed = clipferry_helper_may_upload( $route );
	if ( is_wp_error( $allowed ) ) {
		return $allowed;
	}
	$full = clipferry_helper_no_room( $size, get_current_user_id() );
	if ( $full ) {
		return $full;
	}
	$folder = clipferry_helper_folder();
	if ( is_wp_error( $folder ) ) {
		return $folder;
	}
	$type = isset( $known['filetype'] ) ? $known['filetype'] : '';
	$row  = array(
		'id'       => clipferry_helper_random_name(),
		'piece'    => clipferry_helper_random_name(),
		'user_id'  => get_current_user_id(),
		'route'    => $route,
		'name'     => clipferry_helper_file_name( isset( $known['filename'] ) ? $known['filename'] : '' ),
		'type'     => preg_match( '#^[a-z0-9.+-]{1,40}/[a-z0-9.+-]{1,55}$#i', $type ) ? $type : 'video/mp4',
		'metadata' => $metadata,
		'size'     => $size,
		'state'    => 0 === $size ? 'whole' : 'receiving',
		'sha256'   => $sha256,
	);
	if ( ! clipferry_helper_make_piece( $folder . '/' . $row['piece'] ) || ! clipferry_helper_add_record( $row ) ) {
		wp_delete_file( $folder . '/' . $row['piece'] );
		return clipferry_helper_refuse( 'clipferry_not_writable', __( 'The site cannot write what it receives.', 'clipferry-helper' ), 500 );
	}
	$record = clipferry_helper_record( $row['id'] );
	if ( ! $record ) {
		return clipferry_helper_no_database();
	}
	$response = new WP_REST_Response( null, 201 );
	if ( CLIPFERRY_HELPER_TUS_TYPE === $request->get_header( 'Content-Type' ) ) {
		$added = clipferry_helper_add( $request, $record, 0 );
		if ( is_wp_error( $added ) ) {
			clipferry_helper_remove_piece( $record );
			clipferry_helper_delete_record( $record->id );
			return $added;
		}
		$record = clipferry_helper_record( $record->id );
		if ( ! $record ) {
			return clipferry_helper_no_database();
		}
		$response->header( 'Upload-Offset', (string) $record->received );
	}
	$response->header( 'Location', rest_url( CLIPFERRY_HELPER_NAMESPACE . '/uploads/' . $record->id ) );
	$response->header( 'Upload-Expires', clipferry_helper_expires( $record ) );
	if ( 'whole' === $record->state ) {
		clipferry_helper_finish_later( $record->id );
	}
	return $response;
}

/**
 * HEAD: how far it has come, told by headers alone.
 *
 * @param WP_REST_Request $request The request.
 */
function clipferry_helper_tell_offset( $request ) {
	$other = clipferry_helper_other_version( $request );
	if ( $other ) {
		return $other;
	}
	$record  = clipferry_helper_record( strtolower( $request['id'] ) );
	if ( ! $record ) {
		return clipferry_helper_no_database();
	}
	$headers = array(
		'Upload-Offset'  => (string) $record->received,
		'Upload-Length'  => (string) $record->size,
		'Upload-Expires' => clipferry_helper_expires( $record ),
	);
	if ( '' !== $record->metadata ) {
		$headers['Upload-Metadata'] = $record->metadata;
	}
	return new WP_REST_Response( null, 200, $headers );
}

/**
 * PATCH: more bytes. Without any, at the end, it asks to hand over again what the site could not take.
 *
 * @param WP_REST_Request $request The request.
 */
function clipferry_helper_patch( $request ) {
	$other = clipferry_helper_other_version( $request );
	if ( $other ) {
		return $other;
	}
	if ( CLIPFERRY_HELPER_TUS_TYPE !== $request->get_header( 'Content-Type' ) ) {
		return clipferry_helper_refuse( 'clipferry_type', __( 'A piece is sent as application/offset+octet-stream.', 'clipferry-helper' ), 415 );
	}
	$offset = clipferry_helper_bytes( $request->get_header( 'Upload-Offset' ) );
	if ( null === $offset ) {
		return clipferry_helper_refuse( 'clipferry_no_offset', __( 'Upload-Offset has to say where the piece begins.', 'clipferry-helper' ), 400 );
	}
	$record = clipferry_helper_record( strtolower( $request['id'] ) );
	if ( ! $record ) {
		return clipferry_helper_no_database();
	}
	$told   = clipferry_helper_metadata( (string) $request->get_header( 'Upload-Metadata' ) );
	$sha256 = strtolower( isset( $told['sha256'] ) ? $told['sha256'] : '' );
	if ( 'receiving' === $record->state && preg_match( '/^[0-9a-f]{64}$/', $sha256 ) ) {
		// Who reads the file only once knows its sum when its last piece leaves.
		clipferry_helper_update_record( $record->id, array( 'sha256' => $sha256 ) );
		$GLOBALS['clipferry_helper_blocks'] = array( $record->id => strtolower( isset( $told['blocks'] ) ? $told['blocks'] : '' ) );
	}
	if ( 'receiving' === $record->state ) {
		$added  = clipferry_helper_add( $request, $record, $offset );
		$record = clipferry_helper_record( $record->id );
		if ( ! $record ) {
			return clipferry_helper_no_database();
		}
	} else {
		$added = $offset === $record->received ? clipferry_helper_add_nothing( $request ) : clipferry_helper_conflict();
	}
	if ( is_wp_error( $added ) ) {
		$response = rest_convert_error_to_response( $added );
		if ( 409 === $response->get_status() ) {
			$response->header( 'Upload-Offset', (string) $record->received );
		}
		return $response;
	}
	if ( 'receiving' !== $record->state ) {
		clipferry_helper_finish_later( $record->id, true );
	}
	$headers = array(
		'Upload-Offset'  => (string) $record->received,
		'Upload-Expires' => clipferry_helper_expires( $record ),
	);
	return new WP_REST_Response( null, 204, $headers );
}

/** The refusal of a piece that does not begin where the upload stands. */
function clipferry_helper_conflict() {
	return clipferry_helper_refuse( 'clipferry_offset', __( 'The upload stands at another byte.', 'clipferry-helper' ), 409 );
}

/**
 * The end of an upload takes no bytes.
 *
 * @param WP_REST_Request $request The request.
 */
function clipferry_helper_add_nothing( $request ) {
	return clipferry_helper_receive_body( '', 0 )->bytes > 0 ? clipferry_helper_longer() : 0;
}

/** The refusal of a piece that reaches beyond the length that was told. */
function clipferry_helper_longer() {
	return clipferry_helper_refuse( 'clipferry_longer', __( 'The piece reaches beyond the end that was told.', 'clipferry-helper' ), 413 );
}

/**
 * Receives the body and adds it.
 *
 * @param WP_REST_Request $request The request.
 * @param object          $record  The upload.
 * @param int             $offset  Where the sender believes that it stands.
 * @return int|WP_Error The new offset.
 */
function clipferry_helper_add( $request, $record, $offset ) {
	$checksum = clipferry_helper_checksum( $request->get_header( 'Upload-Checksum' ) );
	if ( is_wp_error( $checksum ) ) {
		return $checksum;
	}
	// A piece may be sent while the one before it is at work: it waits for its turn below.
	$ahead = '1' === $request->get_header( CLIPFERRY_HELPER_AHEAD ) ? clipferry_helper_largest_piece() : 0;
	if ( $offset < $record->received || $offset > $record->received + $ahead ) {
		return clipferry_helper_conflict();
	}
	$most     = min( $record->size - $offset, clipferry_helper_largest_piece() );
	$promised = clipferry_helper_promised_bytes();
	if ( null !== $promised && $promised > $most ) {
		return $promised > $record->size - $offset ? clipferry_helper_longer() : clipferry_helper_too_large();
	}
	$body = clipferry_helper_receive_body( null === $checksum ? '' : $checksum[0], $most );
	if ( $body->bytes > $most ) {
		return clipferry_helper_longer();
	}
	if ( 0 === $body->bytes && $promised > 0 ) {
		// Somebody in between, or PHP, has thrown the body away.
		return clipferry_helper_too_large();
	}
	if ( null !== $checksum && ! hash_equals( $body->digest, $checksum[1] ) ) {
		return clipferry_helper_refuse( 'clipferry_checksum_mismatch', __( 'The piece did not arrive as it was sent.', 'clipferry-helper' ), 460 );
	}
	$until = microtime( true ) + 10;
	do {
		if ( ! clipferry_helper_lock( $record, 10 ) ) {
			return clipferry_helper_refuse( 'clipferry_locked', __( 'Another request is adding to this upload.', 'clipferry-helper' ), 423 );
		}
		$locked = clipferry_helper_record( $record->id );
		if ( ! $locked ) {
			clipferry_helper_unlock( $record );
			return clipferry_helper_no_database();
		}
		$record = $locked;
		$waits  = $ahead > 0 && 'receiving' === $record->state && $offset > $record->received && microtime( true ) < $until;
		if ( $waits ) {
			clipferry_helper_unlock( $record );
			usleep( 20000 );
		}
	} while ( $waits );
	$added  = 'receiving' === $record->state && $offset === $record->received ? clipferry_helper_append( $record, $body ) : clipferry_helper_conflict();
	clipferry_helper_unlock( $record );
	return $added;
}

/** The refusal of a piece that is larger than this site takes at once. */
function clipferry_helper_too_large() {
	return clipferry_helper_refuse( 'clipferry_piece_too_large', __( 'The piece is larger than this site takes at once.', 'clipferry-helper' ), 413 );
}

/**
 * DELETE: the sender does not want it any more. What has become a video stays one.
 *
 * @param WP_REST_Request $request The request.
 */
function clipferry_helper_terminate( $request ) {
	$other = clipferry_helper_other_version( $request );
	if ( $other ) {
		return $other;
	}
	$record = clipferry_helper_record( strtolower( $request['id'] ) );
	if ( ! $record ) {
		return clipferry_helper_no_database();
	}
	if ( ! clipferry_helper_lock( $record, 10 ) ) {
		return clipferry_helper_refuse( 'clipferry_locked', __( 'The site is taking this file at this moment.', 'clipferry-helper' ), 423 );
	}
	$locked = clipferry_helper_record( $record->id );
	// Where it died in the middle of the hand-over there may be a video, which stays; else none is made any more.
	$is_over  = $locked && ( 'answered' === $locked->state || ( 'handing' === $locked->state && clipferry_helper_look_at_death( $locked ) ) );
	$over     = array( 'forgotten' => 1 );
	$is_ended = $locked && ( $is_over ? clipferry_helper_update_record( $record->id, $over ) : clipferry_helper_change_record( $locked, $over + array( 'state' => 'lost' ) ) );
	clipferry_helper_unlock( $record );
	if ( ! $is_ended ) {
		return clipferry_helper_no_database();
	}
	clipferry_helper_remove_piece( $record );
	// Whoever ends it learns that it came too late.
	$ended = $is_over ? clipferry_helper_record( $record->id ) : null;
	return new WP_REST_Response( null, 204, $ended && $ended->video ? array( CLIPFERRY_HELPER_VIDEO => (string) $ended->video ) : array() );
}

/**
 * What became of an upload. Whatever is whole and not at work is set to work by asking.
 *
 * @param WP_REST_Request $request The request.
 */
function clipferry_helper_tell_state( $request ) {
	$record = clipferry_helper_record( strtolower( $request['id'] ) );
	if ( ! $record ) {
		return clipferry_helper_no_database();
	}
	if ( 'whole' === $record->state || 'handing' === $record->state ) {
		clipferry_helper_finish_later( $record->id );
	}
	return rest_ensure_response(
		array(
			'id'        => $record->id,
			'state'     => $record->state,
			'offset'    => $record->received,
			'size'      => $record->size,
			'sha256'    => $record->verified ? $record->sha256 : null,
			'video'     => 0 === $record->video ? null : $record->video,
			'recovered' => (bool) $record->recovered,
			'tries'     => $record->tries,
			'answer'    => '' === $record->answer ? null : json_decode( $record->answer ),
			'expires'   => clipferry_helper_expires( $record ),
		)
	);
}
