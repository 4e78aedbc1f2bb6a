<?php
/**
 * The ways in which services take a file, and moments in which PHP dies: what wp-content/taking.json says, read anew on every request.
 *
 * way: handle-upload (the default), media-handle-upload, handle-sideload, move-uploaded-file, is-uploaded-file. die: a moment's name; dies: how often yet.
 * filters: names and values of filters that an owner's own code may set. crash: a fatal error of PHP in the place of a kill. lingers: milliseconds
 * that some plugin has to do at the end of the request. unread: what the database does not answer, by words of the question, and from which time on
 * in one request. refuse: a moment at which it says that it is busy, with the status refusal. off: its plugin is not loaded.
 * at: the moment "question", by words of a question to the database. lagging: rows of uploads and posts are read from copies of the tables as they
 * were before, until the database is told to read where it writes.
 * early: its post is made before the file is taken, which fails with this status.
 */

/** One of its settings; null where it is not set. */
function clipferry_taking( string $name ) {
	$path = WP_CONTENT_DIR . '/taking.json';
	$read = is_file( $path ) ? json_decode( (string) file_get_contents( $path ), true ) : null;
	return $read[ $name ] ?? null;
}

foreach ( clipferry_taking( 'filters' ) ?? array() as $clipferry_filter => $clipferry_value ) {
	add_filter( $clipferry_filter, fn () => $clipferry_value );
}

$clipferry_unread = clipferry_taking( 'unread' );
if ( $clipferry_unread ) {
	add_filter(
		'query',
		function ( $sql ) use ( $clipferry_unread ) {
			static $times = 0;
			$times += str_contains( $sql, $clipferry_unread['words'] ) ? 1 : 0;
			return str_contains( $sql, $clipferry_unread['words'] ) && $times >= $clipferry_unread['from'] ? 'SELECT 1 FROM no_such_table' : $sql;
		}
	);
}

add_filter(
	'query',
	function ( $sql ) {
		if ( null !== clipferry_taking( 'at' ) && str_contains( $sql, clipferry_taking( 'at' ) ) ) {
			clipferry_moment( 'question' );
		}
		if ( ! clipferry_taking( 'lagging' ) || ! empty( $GLOBALS['clipferry_reads_where_written'] ) || ! str_starts_with( $sql, 'SELECT' ) ) {
			return $sql;
		}
		return str_replace( array( 'FROM wp_clipferry_uploads WHERE', 'FROM wp_posts WHERE ID >' ), array( 'FROM wp_lagging_uploads WHERE', 'FROM wp_lagging_posts WHERE ID >' ), $sql );
	}
);

/** Dies here, as often as it is told to. */
function clipferry_moment( string $name ): void {
	if ( clipferry_taking( 'refuse' ) === $name ) {
		$status = clipferry_taking( 'refusal' ) ?? 503;
		wp_send_json( array( 'code' => 'busy', 'message' => 'Please try later.', 'data' => array( 'status' => $status ) ), $status );
	}
	if ( clipferry_taking( 'die' ) !== $name ) {
		return;
	}
	$path = WP_CONTENT_DIR . '/died.txt';
	$died = is_file( $path ) ? filesize( $path ) : 0;
	if ( $died >= ( clipferry_taking( 'dies' ) ?? 1 ) ) {
		return;
	}
	file_put_contents( $path, 'x', FILE_APPEND );
	// Who is killed says nothing any more; so a test knows that it was.
	register_shutdown_function( fn () => file_put_contents( WP_CONTENT_DIR . '/outlived.txt', 'x' ) );
	if ( clipferry_taking( 'crash' ) ) {
		clipferry_there_is_no_such_function();
	}
	// SIGKILL by its number: its name is of an extension that php-fpm does not have, and PHP would die of that instead.
	posix_kill( getmypid(), 9 );
}

add_filter(
	'pre_move_uploaded_file',
	function ( $moved ) {
		clipferry_moment( 'before-move' );
		return $moved;
	},
	1
);
add_filter(
	'wp_handle_upload',
	function ( $stored ) {
		clipferry_moment( 'after-move' );
		return $stored;
	}
);

/** The file in its place: file, url and type, or error. */
function clipferry_take( array $file ): array {
	clipferry_moment( 'before-take' );
	$lingers = clipferry_taking( 'lingers' ) ?? 0;
	add_action( 'shutdown', fn () => usleep( $lingers * 1000 ) );
	switch ( clipferry_taking( 'way' ) ) {
		case 'media-handle-upload':
			// It makes its attachment at once and reads $_FILES itself.
			$id = media_handle_upload( 'file', 0 );
			if ( is_wp_error( $id ) ) {
				return array( 'error' => $id->get_error_message() );
			}
			$path = get_attached_file( $id );
			$kept = array( 'file' => $path, 'url' => wp_get_attachment_url( $id ), 'type' => get_post_mime_type( $id ) );
			$GLOBALS['wpdb']->delete( $GLOBALS['wpdb']->posts, array( 'ID' => $id ) );
			return $kept;
		case 'handle-sideload':
			return wp_handle_sideload( $file, array( 'test_form' => false ) );
		case 'move-uploaded-file':
			$uploads = wp_upload_dir();
			$path    = $uploads['path'] . '/' . wp_unique_filename( $uploads['path'], $file['name'] );
			return move_uploaded_file( $file['tmp_name'], $path )
				? array( 'file' => $path, 'url' => $uploads['url'] . '/' . basename( $path ), 'type' => 'video/mp4' )
				: array( 'error' => 'The uploaded file could not be moved.' );
		case 'is-uploaded-file':
			return is_uploaded_file( $file['tmp_name'] ) ? wp_handle_upload( $file, array( 'test_form' => false ) ) : array( 'error' => 'No video file was sent.' );
		default:
			return wp_handle_upload( $file, array( 'test_form' => false ) );
	}
}
