<?php
/**
 * Each hour: finishes what is whole and nobody asks for, and removes what nobody goes on with, finished answers after their time, and strangers.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

add_action( CLIPFERRY_HELPER_EVENT, 'clipferry_helper_clean' );

/** Sees to it that the event is planned. */
function clipferry_helper_schedule() {
	if ( ! wp_next_scheduled( CLIPFERRY_HELPER_EVENT ) ) {
		wp_schedule_event( time() + HOUR_IN_SECONDS, 'hourly', CLIPFERRY_HELPER_EVENT );
	}
}

/** The event itself. */
function clipferry_helper_clean() {
	clipferry_helper_read_where_written();
	clipferry_helper_notice_switch();
	clipferry_helper_forget_away();
	if ( ! clipferry_helper_table_exists() ) {
		return;
	}
	clipferry_helper_remove_old();
	clipferry_helper_remove_strangers();
	clipferry_helper_remove_older_folders();
	clipferry_helper_finish_waiting();
}

/**
 * Removes folders that are not the one of today any more, once nothing was written in them for as long as an upload is kept: another copy of this
 * site may have the same folder of uploads.
 */
function clipferry_helper_remove_older_folders() {
	$before = time() - clipferry_helper_days_unfinished() * DAY_IN_SECONDS;
	foreach ( clipferry_helper_older_folders() as $path ) {
		$times = array_map( 'filemtime', array_merge( array( $path ), clipferry_helper_lying_in( $path, '/^[0-9a-f]{64}/' ) ) );
		if ( max( $times ) < $before ) {
			clipferry_helper_remove_folder( $path );
		}
	}
}

/** Ids of uploads in these states that nobody has touched for so many seconds, the oldest first. */
function clipferry_helper_untouched( array $states, $seconds, $most ) {
	global $wpdb;
	$table  = clipferry_helper_table();
	$marks  = implode( ',', array_fill( 0, count( $states ), '%s' ) );
	$before = gmdate( 'Y-m-d H:i:s', time() - $seconds );
	$sql    = "SELECT id FROM $table WHERE state IN ($marks) AND touched < %s ORDER BY touched LIMIT %d";
	return $wpdb->get_col( $wpdb->prepare( $sql, array_merge( $states, array( $before, $most ) ) ) );
}

/**
 * Whether nobody hands over what is whole: it was left behind, or the upload of the site that it is for is not there.
 *
 * @param string $id Which.
 */
function clipferry_helper_has_nowhere_to_go( $id ) {
	$record = clipferry_helper_record( $id );
	return clipferry_helper_is_left_behind( $id ) || ( $record && null === clipferry_helper_service_route( $record->route ) );
}

/** Removes uploads and answers whose time is over. */
function clipferry_helper_remove_old() {
	$whole = clipferry_helper_untouched( array( 'whole', 'handing' ), clipferry_helper_days_unfinished() * DAY_IN_SECONDS, 500 );
	$old   = array_merge(
		array_filter( $whole, 'clipferry_helper_has_nowhere_to_go' ),
		clipferry_helper_untouched( array( 'receiving', 'lost', 'mixed' ), clipferry_helper_days_unfinished() * DAY_IN_SECONDS, 500 ),
		clipferry_helper_untouched( array( 'answered' ), clipferry_helper_days_finished() * DAY_IN_SECONDS, 500 )
	);
	foreach ( $old as $id ) {
		$record = clipferry_helper_record( $id );
		if ( $record && clipferry_helper_lock( $record, 0 ) ) {
			clipferry_helper_unlock( $record );
			clipferry_helper_remove_piece( $record );
			clipferry_helper_delete_record( $id );
		}
	}
}

/**
 * Removes files of the folder that nobody goes on with: those of no upload, a day after they were last written, and what an answer that might be
 * asked for again keeps no longer than any other upload. It goes by what lies there, as that is little however many answers are remembered.
 */
function clipferry_helper_remove_strangers() {
	global $wpdb;
	$path = clipferry_helper_folder_path();
	if ( ! is_dir( $path ) ) {
		return;
	}
	$table  = clipferry_helper_table();
	$before = gmdate( 'Y-m-d H:i:s', time() - clipferry_helper_days_unfinished() * DAY_IN_SECONDS );
	foreach ( (array) glob( "$path/*" ) as $file ) {
		$piece = basename( $file, '.lock' );
		if ( ! preg_match( '/^[0-9a-f]{64}$/', $piece ) ) {
			continue;
		}
		$record = $wpdb->get_row( $wpdb->prepare( "SELECT state, touched FROM $table WHERE piece = %s", $piece ) );
		if ( clipferry_helper_is_unread() ) {
			// Of a database that does not answer no piece is a stranger's.
			return;
		}
		$is_over = $record ? 'answered' === $record->state && $record->touched < $before : filemtime( $file ) <= time() - DAY_IN_SECONDS;
		if ( $is_over ) {
			wp_delete_file( $file );
		}
	}
}

/**
 * Hands over what is whole: its sender was told that all has arrived, and may never come back. Not what lay here while the helper was switched off:
 * its sender was told that there is no helper, and may have sent it another way. It is handed over when it is asked about.
 */
function clipferry_helper_finish_waiting() {
	$waiting = clipferry_helper_untouched( array( 'whole', 'handing' ), 5 * MINUTE_IN_SECONDS, 500 );
	foreach ( array_slice( array_diff( $waiting, array_filter( $waiting, 'clipferry_helper_is_left_behind' ) ), 0, 20 ) as $id ) {
		clipferry_helper_finish( $id );
	}
}
