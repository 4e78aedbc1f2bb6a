<?php
/**
 * Some services take only a file that PHP itself received in the same request. That shows itself when a whole file is first handed over; then
 * whoever asks what this site takes is told so (routes.php), and sends files in one.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

// Another plugin or theme, or another version of one: the service may be another, too.
foreach ( array( 'activated_plugin', 'deactivated_plugin', 'switch_theme', 'upgrader_process_complete' ) as $clipferry_helper_event ) {
	add_action( $clipferry_helper_event, 'clipferry_helper_forget_refusal', 10, 0 );
}

/** The next hand-over tells anew. */
function clipferry_helper_forget_refusal() {
	if ( 'refused' === get_option( 'clipferry_helper_hand_over' ) ) {
		delete_option( 'clipferry_helper_hand_over' );
	}
}

/**
 * Remembers that the service takes no file from here, unless it has taken one before.
 *
 * @param array $answer  What the service said; it made nothing.
 * @param bool  $was_had Whether the platform's own functions had the file: they take it from here.
 */
function clipferry_helper_note_refusal( array $answer, $was_had ) {
	if ( 'works' !== get_option( 'clipferry_helper_hand_over' ) && clipferry_helper_wants_uploaded( $answer, $was_had ) ) {
		update_option( 'clipferry_helper_hand_over', 'refused', false );
	}
}

/**
 * Whether a refusal speaks of a file that was not uploaded, and not of rights, sizes, kinds, room or the moment. It was handed over with
 * name, size and bytes: a service that sees no file, or cannot move it, does not see it as uploaded.
 *
 * @param array $answer  From clipferry_helper_answer.
 * @param bool  $was_had Whether the platform's own functions had the file.
 */
function clipferry_helper_wants_uploaded( array $answer, $was_had ) {
	if ( $answer['status'] < 400 || in_array( $answer['status'], array( 401, 403, 408, 413, 415, 425, 429, 503, 507 ), true ) ) {
		return false;
	}
	$said = json_decode( $answer['body'], true );
	$said = is_array( $said ) ? $said : array( $answer['body'] );
	$text = '';
	array_walk_recursive(
		$said,
		function ( $value ) use ( &$text ) {
			$text .= is_string( $value ) ? ' ' . html_entity_decode( $value, ENT_QUOTES ) : '';
		}
	);
	// The platform's own words, in the language of this request.
	$test = __( 'Specified file failed upload test.' ); // phpcs:ignore WordPress.WP.I18n.MissingArgDomain
	if ( false !== strpos( $text, $test ) || false !== stripos( $text, 'failed upload test' ) ) {
		return true;
	}
	if ( $was_had ) {
		return false;
	}
	$moved = strstr( __( 'The uploaded file could not be moved to %s.' ), '%s', true ); // phpcs:ignore WordPress.WP.I18n.MissingArgDomain
	$words = '/is_uploaded_file|move_uploaded_file|upload(ed)? attack|\bnot (?:an? |properly |really )?uploaded\b'
		. '|uploaded file (?:could not|cannot|can\'t|can not) be (?:moved|saved|stored|found)|(?:move|save|store) (?:the )?uploaded file'
		. '|\bno (?:valid |video |media )*file(?: was| were)?(?: uploaded| sent| received| provided| supplied| given| selected| found|\.|$)'
		. '|(?<![a-z])(?:no_(?:video_)?file|missing_file|not_uploaded)(?![a-z])|rest_upload_no_data/i';
	return ( $moved && false !== strpos( $text, trim( $moved ) ) ) || 1 === preg_match( $words, $text );
}
