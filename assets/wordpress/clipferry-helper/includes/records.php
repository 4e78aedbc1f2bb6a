<?php
/**
 * What the helper knows of each upload: one row of a table of its own, which is the truth about how far an upload has come.
 *
 * States: receiving (bytes are missing), whole (all there, not handed over), handing (the site's upload has it now, or died with it),
 * answered (the site's upload has said what became of it), lost (its bytes are gone, or were taken back), mixed (they are not those that were promised).
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

add_filter( 'wpmu_drop_tables', 'clipferry_helper_drop_with_site', 10, 2 );

/** The table's name on this site. */
function clipferry_helper_table() {
	global $wpdb;
	return $wpdb->prefix . 'clipferry_uploads';
}

/**
 * A site of a network that is deleted takes its table along.
 *
 * @param string[] $tables  Names of those that go.
 * @param int      $site_id Which site.
 */
function clipferry_helper_drop_with_site( $tables, $site_id ) {
	global $wpdb;
	$tables[] = $wpdb->get_blog_prefix( $site_id ) . 'clipferry_uploads';
	return $tables;
}

/** Makes the table where this version has not made it yet. */
function clipferry_helper_ensure_table() {
	global $wpdb;
	if ( CLIPFERRY_HELPER_VERSION === get_option( 'clipferry_helper_table_version' ) ) {
		return;
	}
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	$table   = clipferry_helper_table();
	$charset = $wpdb->get_charset_collate();
	dbDelta(
		"CREATE TABLE $table (
			id char(64) NOT NULL,
			piece char(64) NOT NULL,
			user_id bigint(20) unsigned NOT NULL,
			route varchar(191) NOT NULL,
			name text NOT NULL,
			type varchar(100) NOT NULL,
			metadata text NOT NULL,
			size bigint(20) unsigned NOT NULL,
			received bigint(20) unsigned NOT NULL DEFAULT 0,
			state varchar(12) NOT NULL,
			forgotten tinyint(1) NOT NULL DEFAULT 0,
			sha256 char(64) NOT NULL DEFAULT '',
			verified tinyint(1) NOT NULL DEFAULT 0,
			tries int(11) NOT NULL DEFAULT 0,
			posts_before bigint(20) unsigned NOT NULL DEFAULT 0,
			target text NOT NULL,
			answer longtext NOT NULL,
			video bigint(20) unsigned NOT NULL DEFAULT 0,
			recovered tinyint(1) NOT NULL DEFAULT 0,
			created datetime NOT NULL,
			touched datetime NOT NULL,
			PRIMARY KEY  (id),
			KEY user_state (user_id,state),
			KEY state_touched (state,touched),
			KEY sha256 (sha256),
			KEY piece (piece)
		) $charset;"
	);
	if ( clipferry_helper_table_exists() ) {
		update_option( 'clipferry_helper_table_version', CLIPFERRY_HELPER_VERSION );
		clipferry_helper_schedule();
	}
}

/** Whether the table is there; a database user without the right to make tables leaves it missing. */
function clipferry_helper_table_exists() {
	global $wpdb;
	$table = clipferry_helper_table();
	$found = $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $table ) ) );
	// Some databases write all names small (lower_case_table_names).
	return 0 === strcasecmp( $table, (string) $found );
}

/** Now, as the table has it (UTC). */
function clipferry_helper_now() {
	return gmdate( 'Y-m-d H:i:s' );
}

/** 256 bits that nobody guesses, as 64 hexadecimal digits. */
function clipferry_helper_random_name() {
	return bin2hex( random_bytes( 32 ) );
}

/**
 * The upload of this id; null where there is none.
 *
 * @param string $id 64 hexadecimal digits.
 */
function clipferry_helper_record( $id ) {
	global $wpdb;
	$table  = clipferry_helper_table();
	$record = $wpdb->get_row( $wpdb->prepare( "SELECT * FROM $table WHERE id = %s", $id ) );
	if ( ! $record ) {
		return null;
	}
	foreach ( array( 'user_id', 'size', 'received', 'tries', 'posts_before', 'video' ) as $number ) {
		$record->$number = (int) $record->$number;
	}
	return $record;
}

/** Whether the database did not answer the last question: that it named nothing says nothing then. */
function clipferry_helper_is_unread() {
	global $wpdb;
	return '' !== $wpdb->last_error;
}

/** The refusal of a request for which the database did not answer: it may be asked again. */
function clipferry_helper_no_database() {
	return new WP_Error( 'clipferry_database', __( 'The site’s database does not answer.', 'clipferry-helper' ), array( 'status' => 500 ) );
}

/**
 * Writes a new upload down. False where the database refuses.
 *
 * @param array $row Columns and values.
 */
function clipferry_helper_add_record( array $row ) {
	global $wpdb;
	$now  = clipferry_helper_now();
	$more = array(
		'target'  => '',
		'answer'  => '',
		'created' => $now,
		'touched' => $now,
	);
	return 1 === $wpdb->insert( clipferry_helper_table(), $row + $more );
}

/**
 * Changes an upload; true when its row was changed or was so already, false where the database refused.
 *
 * @param string $id     Which.
 * @param array  $values Columns and values.
 */
function clipferry_helper_update_record( $id, array $values ) {
	global $wpdb;
	$values['touched'] = clipferry_helper_now();
	return false !== $wpdb->update( clipferry_helper_table(), $values, array( 'id' => $id ) );
}

/**
 * Changes an upload, but only where it stands as it was read: a copy of the database may lag behind, and what another process has finished in the
 * meantime is not to be undone. False where nothing was changed; the values have to be others than those that were read.
 *
 * @param object $record  The upload as it was read.
 * @param array  $values  Columns and values.
 * @param array  $as_read Columns that have to be as they were read.
 */
function clipferry_helper_change_record( $record, array $values, array $as_read = array( 'state', 'received' ) ) {
	global $wpdb;
	$values['touched'] = clipferry_helper_now();
	$where             = array( 'id' => $record->id );
	foreach ( $as_read as $column ) {
		$where[ $column ] = $record->$column;
	}
	return 1 === $wpdb->update( clipferry_helper_table(), $values, $where );
}

/**
 * Whether an upload stands as it was read, by the word of the database that is written to.
 *
 * @param object $record The upload as it was read.
 */
function clipferry_helper_is_as_read( $record ) {
	global $wpdb;
	// A row that a change leaves as it was does not count as changed: the second of the last change has to be another.
	$now    = time();
	$values = array( 'touched' => gmdate( 'Y-m-d H:i:s', $now - (int) ( gmdate( 'Y-m-d H:i:s', $now ) === $record->touched ) ) );
	$where  = array(
		'id'       => $record->id,
		'state'    => $record->state,
		'received' => $record->received,
	);
	return 1 === $wpdb->update( clipferry_helper_table(), $values, $where );
}

/**
 * From here on this request reads where it writes: plugins that share reads out among copies of the database offer that, as copies lag behind
 * (HyperDB; LudicrousDB has another name for it).
 */
function clipferry_helper_read_where_written() {
	global $wpdb;
	foreach ( array( 'send_reads_to_primaries', 'send_reads_to_masters' ) as $method ) {
		if ( method_exists( $wpdb, $method ) ) {
			$wpdb->$method();
			return;
		}
	}
}

add_filter( 'rest_request_before_callbacks', 'clipferry_helper_read_for_routes', 10, 3 );

/**
 * Before anything is read for one of our routes, the right to ask it included.
 *
 * @param mixed           $response Left as it is.
 * @param array           $handler  Of the route.
 * @param WP_REST_Request $request  The request.
 */
function clipferry_helper_read_for_routes( $response, $handler, $request ) {
	if ( 0 === strpos( $request->get_route(), '/' . CLIPFERRY_HELPER_NAMESPACE . '/' ) ) {
		clipferry_helper_read_where_written();
	}
	return $response;
}

/**
 * Moves the offset on, but only from where it was believed to be: whoever comes second changes nothing and gets false.
 *
 * @param string $id   Which.
 * @param int    $from The offset before, in bytes.
 * @param int    $to   The offset after, in bytes.
 */
function clipferry_helper_move_offset( $id, $from, $to ) {
	global $wpdb;
	$table = clipferry_helper_table();
	$sql   = "UPDATE $table SET received = %d, state = IF(size = %d, 'whole', state), touched = %s WHERE id = %s AND received = %d AND state = 'receiving'";
	return 1 === $wpdb->query( $wpdb->prepare( $sql, $to, $to, clipferry_helper_now(), $id, $from ) );
}

/**
 * Removes an upload's row.
 *
 * @param string $id Which.
 */
function clipferry_helper_delete_record( $id ) {
	global $wpdb;
	$wpdb->delete( clipferry_helper_table(), array( 'id' => $id ) );
}
