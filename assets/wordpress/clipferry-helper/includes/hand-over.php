<?php
/**
 * Gives a whole file to the site's own upload route, in this process, so that the video is made by the site's own rules; never twice.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

/**
 * Deaths in the middle after which it is left to the sender what to do: something in this file or on this site ends PHP each time, be it while its
 * bytes are compared, on a host that lets nothing run for so long.
 */
const CLIPFERRY_HELPER_MOST_TRIES = 3;

/**
 * Sees to it that a whole upload becomes a video, or is known not to become one. Does nothing where another request is at it. Takes as long as the
 * site's own upload takes; speaks to nobody.
 *
 * @param string $id   Which.
 * @param bool   $anew Hands over again what the site's upload could not take a moment ago.
 */
function clipferry_helper_finish( $id, $anew = false ) {
	$record = clipferry_helper_record( $id );
	if ( ! $record || ! clipferry_helper_is_due( $record, $anew ) || clipferry_helper_is_away( $record->piece ) || ! clipferry_helper_lock( $record, 0 ) ) {
		return;
	}
	// As it is now that nobody else changes it.
	$locked = clipferry_helper_record( $id );
	if ( $locked && clipferry_helper_is_due( $locked, $anew ) ) {
		clipferry_helper_go_on();
		$asking = get_current_user_id();
		clipferry_helper_finish_locked( $locked );
		// Other plugins' events come after the hour's work, and are nobody's.
		wp_set_current_user( $asking );
	}
	clipferry_helper_unlock( $record );
}

/**
 * Whether there is something to do for an upload whose lock is free.
 *
 * @param object $record The upload.
 * @param bool   $anew   See clipferry_helper_finish.
 */
function clipferry_helper_is_due( $record, $anew ) {
	if ( $record->forgotten ) {
		return false;
	}
	if ( 'answered' === $record->state ) {
		return $anew && clipferry_helper_may_try_again( $record );
	}
	return 'whole' === $record->state || 'handing' === $record->state;
}

/**
 * Whether the site's upload said something that may be otherwise in a while, and nothing was made.
 *
 * @param object $record The upload.
 */
function clipferry_helper_may_try_again( $record ) {
	$answer = json_decode( $record->answer, true );
	return 0 === $record->video && is_array( $answer ) && clipferry_helper_is_of_moment( $answer['status'] );
}

/**
 * Whether a status speaks of this moment and not of the file: a service that is too busy, has it locked, or fails.
 *
 * @param int $status HTTP status.
 */
function clipferry_helper_is_of_moment( $status ) {
	return $status >= 500 || in_array( $status, array( 408, 423, 425, 429 ), true );
}

/**
 * The same, under the lock.
 *
 * @param object $record The upload.
 */
function clipferry_helper_finish_locked( $record ) {
	if ( null === clipferry_helper_service_route( $record->route ) ) {
		// Its plugin is off for a moment, or was left out of this request: a later one may find it.
		return;
	}
	$is_anew = 'answered' === $record->state;
	// What the site took and could not make a video of may lie in its place by now, or be gone: then its sender is told, and begins anew.
	if ( 'whole' === $record->state ? ! clipferry_helper_claim( $record ) : clipferry_helper_look_at_death( $record ) ) {
		return;
	}
	if ( ! $is_anew && $record->tries >= CLIPFERRY_HELPER_MOST_TRIES ) {
		$body = array(
			'code'    => 'clipferry_died',
			'message' => __( 'The site stopped each time while it took this file.', 'clipferry-helper' ),
			'data'    => array( 'status' => 500 ),
		);
		clipferry_helper_answered( $record, clipferry_helper_answer( 500, array(), wp_json_encode( $body ) ), 0 );
		return;
	}
	$record->tries++;
	clearstatcache();
	$piece = clipferry_helper_piece_path( $record );
	$bytes = clipferry_helper_bytes_of( $piece );
	if ( false === $bytes && file_exists( $piece ) ) {
		// What cannot be opened at this moment is not gone, and a look is no try.
		clipferry_helper_update_record( $record->id, array( 'tries' => $record->tries - 1 ) );
		return;
	}
	if ( $bytes !== $record->size ) {
		clipferry_helper_lose( $record );
		return;
	}
	if ( ! clipferry_helper_verify( $record, $piece ) ) {
		clipferry_helper_update_record( $record->id, array( 'state' => 'mixed' ) );
		clipferry_helper_remove_piece( $record );
		return;
	}
	wp_set_current_user( $record->user_id );
	$refused = clipferry_helper_may_upload( $record->route );
	if ( is_wp_error( $refused ) ) {
		// Rights may have been taken away since the upload began.
		$status = $refused->get_error_data()['status'];
		$body   = array(
			'code'    => $refused->get_error_code(),
			'message' => $refused->get_error_message(),
			'data'    => array( 'status' => $status ),
		);
		clipferry_helper_answered( $record, clipferry_helper_answer( $status, array(), wp_json_encode( $body ) ), 0 );
		return;
	}
	clipferry_helper_hand_over( $record, $piece );
}

/**
 * Takes an upload in hand, and counts that: false where it does not stand as it was read. What was read may be older than what another process has
 * finished (a copy of the database that lags behind), and nothing of that is to be taken back or called lost.
 *
 * @param object $record The upload, under its lock; its tries are those before.
 */
function clipferry_helper_claim( $record ) {
	// Who finds an answer that is asked for anew in the middle has to look at what was made.
	$state  = 'answered' === $record->state ? 'handing' : $record->state;
	$values = array(
		'state' => $state,
		'tries' => $record->tries + 1,
	);
	if ( ! clipferry_helper_change_record( $record, $values, array( 'state', 'tries', 'forgotten' ) ) ) {
		return false;
	}
	$record->state = $state;
	return true;
}

/**
 * What a hand-over left that died in the middle: true where it is a whole video, which is written down, where it does not stand as it was read, or
 * where the database does not tell; else nothing of it is left but its file, and it is claimed.
 *
 * @param object $record The upload, under its lock.
 */
function clipferry_helper_look_at_death( $record ) {
	$state = $record->state;
	if ( ! clipferry_helper_claim( $record ) ) {
		return true;
	}
	$marked = clipferry_helper_marked( $record );
	if ( null === $marked ) {
		// A look is no try.
		clipferry_helper_update_record(
			$record->id,
			array(
				'state' => $state,
				'tries' => $record->tries,
			)
		);
		return true;
	}
	if ( clipferry_helper_is_complete( $record, $marked ) ) {
		clipferry_helper_answered( $record, null, $marked->video, true );
		return true;
	}
	clipferry_helper_take_back( $record, $marked );
	return false;
}

/**
 * Whether the bytes are those that were promised. True where nothing was promised.
 *
 * @param object $record The upload.
 * @param string $piece  Its file.
 */
function clipferry_helper_verify( $record, $piece ) {
	if ( '' === $record->sha256 || $record->verified ) {
		return true;
	}
	$as_told = clipferry_helper_blocks_are_as_told( $record, $piece ) || hash_equals( $record->sha256, (string) hash_file( 'sha256', $piece ) );
	if ( ! $as_told ) {
		return false;
	}
	clipferry_helper_update_record( $record->id, array( 'verified' => 1 ) );
	return true;
}

/**
 * Whether the bytes are those of which this request told the sum of the sums of every MiB: OpenSSL reckons that several times as fast as PHP
 * the sum of the whole in one run, whose blocks it cannot take one by one. False says nothing: then the whole is looked at.
 *
 * @param object $record The upload.
 * @param string $piece  Its file.
 */
function clipferry_helper_blocks_are_as_told( $record, $piece ) {
	$told = isset( $GLOBALS['clipferry_helper_blocks'][ $record->id ] ) ? $GLOBALS['clipferry_helper_blocks'][ $record->id ] : '';
	$file = '' === $told || ! function_exists( 'openssl_digest' ) ? false : fopen( $piece, 'rb' );
	if ( false === $file ) {
		return false;
	}
	$sums = hash_init( 'sha256' );
	for ( $left = $record->size; $left > 0; $left -= strlen( $block ) ) {
		$block = (string) stream_get_contents( $file, min( $left, MB_IN_BYTES ) );
		if ( '' === $block ) {
			break;
		}
		hash_update( $sums, (string) openssl_digest( $block, 'sha256', true ) );
	}
	fclose( $file );
	return hash_equals( $told, hash_final( $sums ) );
}

/**
 * The hand-over itself.
 *
 * @param object $record The upload, under its lock.
 * @param string $piece  Its file, whole.
 */
function clipferry_helper_hand_over( $record, $piece ) {
	$record->posts_before = clipferry_helper_newest_post();
	$record->state        = 'handing';
	$written = clipferry_helper_update_record(
		$record->id,
		array(
			'state'        => $record->state,
			'posts_before' => $record->posts_before,
			'target'       => '',
		)
	);
	if ( ! $written ) {
		// What is not written down is not begun.
		return;
	}
	$file = array(
		'name'     => $record->name,
		'type'     => $record->type,
		'tmp_name' => $piece,
		'error'    => UPLOAD_ERR_OK,
		'size'     => $record->size,
	);
	$GLOBALS['clipferry_helper_handing'] = (object) array(
		'record' => $record,
		'piece'  => $piece,
		'open'   => true,
	);
	// Routes on media_handle_upload look here.
	$_FILES = array( 'file' => $file );
	clipferry_helper_begin_marking( $record );
	add_filter( 'wp_handle_upload_overrides', 'clipferry_helper_let_pass', PHP_INT_MAX, 2 );
	add_filter( 'pre_move_uploaded_file', 'clipferry_helper_move', PHP_INT_MAX, 3 );
	add_filter( 'upload_size_limit', 'clipferry_helper_lift_limit', PHP_INT_MAX );
	// Before the platform flushes, at 1: a route that ends the request itself has said all by then.
	add_action( 'shutdown', 'clipferry_helper_after_exit', 0 );

	$request = new WP_REST_Request( 'POST', $record->route );
	$request->set_header( 'Content-Type', 'multipart/form-data' );
	$request->set_file_params( $_FILES );
	ob_start();
	$response = rest_do_request( $request );
	ob_end_clean();
	$data = rest_get_server()->response_to_data( $response, false );
	$body = null === $data ? '' : wp_json_encode( $data );
	clipferry_helper_end_handing( clipferry_helper_answer( $response->get_status(), $response->get_headers(), $body ) );
}

/** A route ended the request itself, as wp_send_json does: what it echoed is its answer. */
function clipferry_helper_after_exit() {
	$handing = $GLOBALS['clipferry_helper_handing'];
	if ( ! $handing->open ) {
		return;
	}
	$error = error_get_last();
	if ( $error && in_array( $error['type'], array( E_ERROR, E_PARSE, E_CORE_ERROR, E_COMPILE_ERROR, E_USER_ERROR, E_RECOVERABLE_ERROR ), true ) ) {
		// It died: whoever asks next looks at what was made.
		return;
	}
	$body = (string) ob_get_contents();
	clipferry_helper_end_handing( clipferry_helper_answer( clipferry_helper_likely_status( $handing->record, $body ), array(), $body ) );
	// Nobody else gives it back: what called the route is never come back to, and others may have much to do before the process ends.
	clipferry_helper_unlock( $handing->record );
}

/**
 * The HTTP status of a route that ended the request itself: our own answer is out by then, so PHP keeps no other. What it echoed tells it (an
 * error of the platform has it inside), or what it made. A "success: false" with status 200 is a way of the platform to say no.
 *
 * @param object $record The upload.
 * @param string $body   What was echoed.
 */
function clipferry_helper_likely_status( $record, $body ) {
	$said = json_decode( $body, true );
	if ( isset( $said['data']['status'] ) && is_int( $said['data']['status'] ) ) {
		return $said['data']['status'];
	}
	$marked = clipferry_helper_marked( $record );
	if ( ( $marked && 0 !== $marked->video ) || clipferry_helper_says_no( array( 'status' => 200, 'body' => $body ) ) ) {
		return 200;
	}
	return 500;
}

/**
 * The site has answered.
 *
 * @param array $answer From clipferry_helper_answer.
 */
function clipferry_helper_end_handing( array $answer ) {
	$handing       = $GLOBALS['clipferry_helper_handing'];
	$handing->open = false;
	clipferry_helper_end_marking();
	remove_filter( 'wp_handle_upload_overrides', 'clipferry_helper_let_pass', PHP_INT_MAX );
	remove_filter( 'pre_move_uploaded_file', 'clipferry_helper_move', PHP_INT_MAX );
	remove_filter( 'upload_size_limit', 'clipferry_helper_lift_limit', PHP_INT_MAX );
	$_FILES = array();
	$marked = clipferry_helper_marked( $handing->record );
	if ( null === $marked ) {
		// Nobody knows what was made: whoever asks next looks, as after a death.
		return;
	}
	if ( clipferry_helper_says_no( $answer ) && ! clipferry_helper_has_film( $handing->record, $marked ) ) {
		// A post was made before the film could be stored: that is no video, and goes where it is handed over again.
		$marked->video = 0;
	}
	clipferry_helper_answered( $handing->record, $answer, $marked->video );
	if ( 0 === $marked->video ) {
		clipferry_helper_note_refusal( $answer, isset( $handing->overrides ) || '' !== $handing->record->target );
	}
}

/**
 * Whether the site's upload has refused, in one of the platform's two ways.
 *
 * @param array $answer From clipferry_helper_answer.
 */
function clipferry_helper_says_no( array $answer ) {
	$said = json_decode( $answer['body'], true );
	return $answer['status'] >= 400 || ( isset( $said['success'] ) && false === $said['success'] );
}

/**
 * An answer of the site's upload, as it is kept.
 *
 * @param int    $status  HTTP status.
 * @param array  $headers By name.
 * @param string $body    At most 64 KiB of it are kept.
 */
function clipferry_helper_answer( $status, array $headers, $body ) {
	return array(
		'status'  => (int) $status,
		'headers' => array_intersect_key( $headers, array( 'Location' => 1 ) ),
		'body'    => substr( $body, 0, 64 * KB_IN_BYTES ),
	);
}

/**
 * Writes down what became of an upload, and removes bytes that nobody needs any more.
 *
 * @param object     $record    The upload.
 * @param array|null $answer    What the site said; null where it died before it could.
 * @param int        $video     The post it made, or 0.
 * @param bool       $recovered Whether the video was found after a death.
 */
function clipferry_helper_answered( $record, $answer, $video, $recovered = false ) {
	$text   = null === $answer ? '' : wp_json_encode( $answer, JSON_INVALID_UTF8_SUBSTITUTE );
	$values = array(
		'state'     => 'answered',
		'answer'    => $text,
		'video'     => $video,
		'recovered' => $recovered ? 1 : 0,
		'tries'     => $record->tries,
	);
	if ( ! clipferry_helper_change_record( $record, $values ) ) {
		return;
	}
	$may_try_again = 0 === $video && null !== $answer && clipferry_helper_is_of_moment( $answer['status'] );
	if ( ! $may_try_again ) {
		clipferry_helper_remove_piece( $record );
	}
	if ( 0 !== $video ) {
		update_option( 'clipferry_helper_hand_over', 'works', false );
	}
}

/**
 * Routes on wp_handle_upload refuse a file that PHP did not receive itself; their error handler may take this one the other way.
 *
 * @param array|false $overrides As the route gave them.
 * @param array       $file      The file.
 */
function clipferry_helper_let_pass( $overrides, $file ) {
	$handing = $GLOBALS['clipferry_helper_handing'];
	if ( ! isset( $file['tmp_name'] ) || $file['tmp_name'] !== $handing->piece ) {
		return $overrides;
	}
	$overrides          = is_array( $overrides ) ? $overrides : array();
	$handing->overrides = $overrides;
	if ( ! is_uploaded_file( $file['tmp_name'] ) ) {
		$overrides['upload_error_handler'] = 'clipferry_helper_sideload';
	}
	return $overrides;
}

/**
 * Takes the file by the platform's function for files that lie on the server, with all its checks. Any other refusal comes back from there as well.
 *
 * @param array $file The file.
 */
function clipferry_helper_sideload( &$file ) {
	$handing = $GLOBALS['clipferry_helper_handing'];
	return wp_handle_sideload( $file, array( 'test_form' => false ) + $handing->overrides );
}

/**
 * Moves the file into its place, by its name alone where one disk has both; where it goes is written down before.
 *
 * @param mixed  $moved    Null, or what another plugin has done.
 * @param array  $file     The file.
 * @param string $new_file Where it belongs.
 */
function clipferry_helper_move( $moved, $file, $new_file ) {
	$handing = $GLOBALS['clipferry_helper_handing'];
	if ( null !== $moved || $file['tmp_name'] !== $handing->piece ) {
		return $moved;
	}
	$handing->record->target = $new_file;
	if ( ! clipferry_helper_update_record( $handing->record->id, array( 'target' => $new_file ) ) ) {
		return false;
	}
	// Across disks the platform copies.
	return @rename( $handing->piece, $new_file ) ? true : null; // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
}

/** PHP's limits for bodies say nothing about a file that came in pieces; a limit of the product's own stays. */
function clipferry_helper_lift_limit() {
	return $GLOBALS['clipferry_helper_handing']->record->size;
}
