<?php
/**
 * Adds bytes to an upload, at its offset and nowhere else.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

/**
 * Writes what was received behind what is there, under the upload's lock. What came is kept, also of a piece that was cut.
 *
 * @param object $record The upload as it is now, under its lock.
 * @param object $body   From clipferry_helper_receive_body.
 * @return int|WP_Error The new offset in bytes, or why nothing was added.
 */
function clipferry_helper_append( $record, $body ) {
	$path = clipferry_helper_piece_path( $record );
	if ( is_link( $path ) || ! is_file( $path ) ) {
		return clipferry_helper_lose( $record );
	}
	$file = @fopen( $path, 'r+b' ); // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
	if ( false === $file ) {
		return new WP_Error( 'clipferry_not_writable', __( 'The site cannot write what it receives.', 'clipferry-helper' ), array( 'status' => 500 ) );
	}
	$there = fstat( $file );
	if ( $there['size'] < $record->received ) {
		fclose( $file );
		return clipferry_helper_lose( $record );
	}
	if ( $there['size'] > $record->received && ! clipferry_helper_is_as_read( $record ) ) {
		// What lies there may have been received since this was read.
		fclose( $file );
		return clipferry_helper_conflict();
	}
	// Behind the offset lies only what a request wrote that died before it wrote the offset down.
	ftruncate( $file, $record->received );
	fseek( $file, $record->received );
	$written = @stream_copy_to_stream( $body->stream, $file, $body->bytes ); // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
	$flushed = fflush( $file );
	if ( function_exists( 'fsync' ) ) {
		$flushed = fsync( $file ) && $flushed;
	}
	fclose( $file );
	if ( ! $flushed ) {
		$written = 0;
	}
	$offset = $record->received + (int) $written;
	if ( ! clipferry_helper_move_offset( $record->id, $record->received, $offset ) && $offset !== $record->received ) {
		return new WP_Error( 'clipferry_offset', __( 'Another request has added to this upload.', 'clipferry-helper' ), array( 'status' => 409 ) );
	}
	if ( (int) $written < $body->bytes ) {
		return new WP_Error( 'clipferry_disk_full', __( 'The site has no room for this file.', 'clipferry-helper' ), array( 'status' => 507 ) );
	}
	return $offset;
}

/**
 * The bytes that were promised to be there are not: this upload cannot go on, and its sender has to begin anew. Not where it has come further since
 * it was read, nor where the folder is away for a moment.
 *
 * @param object $record The upload.
 */
function clipferry_helper_lose( $record ) {
	if ( clipferry_helper_is_away( $record->piece ) ) {
		return clipferry_helper_away();
	}
	if ( ! clipferry_helper_change_record( $record, array( 'state' => 'lost' ) ) ) {
		return clipferry_helper_conflict();
	}
	clipferry_helper_remove_piece( $record );
	return new WP_Error( 'clipferry_lost', __( 'What the site had received is gone. The upload has to begin anew.', 'clipferry-helper' ), array( 'status' => 410 ) );
}
