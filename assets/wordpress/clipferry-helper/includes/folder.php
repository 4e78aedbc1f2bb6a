<?php
/**
 * Where received bytes lie until they are whole: a folder that the web server is told not to serve, under names that nobody guesses and
 * without an extension that runs. `define( 'CLIPFERRY_HELPER_FOLDER', '/path' )` in wp-config.php puts it outside of what is served.
 *
 * It lies on the disk of the uploads, so that a whole file is moved into its place and not copied.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

/** How the folder is called in that of the uploads, before 64 hexadecimal digits. */
const CLIPFERRY_HELPER_FOLDER_BEGINS = '.clipferry-';

/** The folder's path, whether it exists or not. */
function clipferry_helper_folder_path() {
	global $wpdb;
	if ( defined( 'CLIPFERRY_HELPER_FOLDER' ) ) {
		// Each site of a network has its own.
		return untrailingslashit( CLIPFERRY_HELPER_FOLDER ) . '/site-' . get_current_blog_id();
	}
	$name = get_option( 'clipferry_helper_folder' );
	if ( ! is_string( $name ) || ! preg_match( '/^[0-9a-f]{64}$/', $name ) ) {
		// Of two requests that come here together one is first, and both take its name: add_option would let the last one win.
		$sql = "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES ('clipferry_helper_folder', %s, 'no')";
		$wpdb->query( $wpdb->prepare( $sql, clipferry_helper_random_name() ) );
		wp_cache_delete( 'clipferry_helper_folder', 'options' );
		wp_cache_delete( 'notoptions', 'options' );
		$name = get_option( 'clipferry_helper_folder' );
	}
	$uploads = wp_upload_dir( null, false );
	// Most rules for nginx serve nothing whose name begins with a dot, WordPress' own among them; .htaccess says nothing there.
	return $uploads['basedir'] . '/' . CLIPFERRY_HELPER_FOLDER_BEGINS . $name;
}

/**
 * Paths of what lies in a folder, by names of a pattern; none where there is no such folder on a disk.
 *
 * @param string $path    The folder.
 * @param string $pattern A regular expression for names.
 */
function clipferry_helper_lying_in( $path, $pattern ) {
	$names = wp_is_stream( $path ) || is_link( $path ) || ! is_dir( $path ) ? array() : (array) scandir( $path );
	$paths = array();
	foreach ( preg_grep( $pattern, $names ) as $name ) {
		$paths[] = "$path/$name";
	}
	return $paths;
}

/** Folders of the helper that are not the one of today: an option was lost with a database, or the folder was put elsewhere since. */
function clipferry_helper_older_folders() {
	$uploads = wp_upload_dir( null, false );
	$pattern = '/^' . preg_quote( CLIPFERRY_HELPER_FOLDER_BEGINS, '/' ) . '[0-9a-f]{64}$/';
	return array_diff( clipferry_helper_lying_in( $uploads['basedir'], $pattern ), array( clipferry_helper_folder_path() ) );
}

/**
 * Removes a folder of the helper with all that lies in it.
 *
 * @param string $path The folder.
 */
function clipferry_helper_remove_folder( $path ) {
	if ( ! is_dir( $path ) || is_link( $path ) ) {
		return;
	}
	foreach ( clipferry_helper_lying_in( $path, '/^(?!\.\.?$)/' ) as $file ) {
		wp_delete_file( $file );
	}
	@rmdir( $path ); // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
}

/** The folder, made and guarded; a WP_Error where it cannot be. */
function clipferry_helper_folder() {
	if ( clipferry_helper_is_away_with_uploads() ) {
		return clipferry_helper_away();
	}
	$path = clipferry_helper_folder_path();
	// Plugins that keep uploads elsewhere (s3://bucket/…) have no file there to which a piece could be added.
	if ( wp_is_stream( $path ) || is_link( $path ) || ( ! is_dir( $path ) && ! wp_mkdir_p( $path ) ) ) {
		return new WP_Error( 'clipferry_no_folder', __( 'The site cannot make a folder for what it receives.', 'clipferry-helper' ), array( 'status' => 500 ) );
	}
	clipferry_helper_guard( $path );
	return $path;
}

/**
 * Tells every web server that asks to serve nothing from here, and other users of the machine to look away.
 *
 * @param string $path The folder.
 */
function clipferry_helper_guard( $path ) {
	$guards = array(
		'index.html' => '',
		'.htaccess'  => "<IfModule mod_authz_core.c>\nRequire all denied\n</IfModule>\n<IfModule !mod_authz_core.c>\nDeny from all\n</IfModule>\n",
		'web.config' => '<?xml version="1.0"?><configuration><system.webServer><security><authorization><remove users="*" roles="" verbs=""/><add accessType="Deny" users="*"/></authorization></security></system.webServer></configuration>',
	);
	foreach ( $guards as $name => $text ) {
		if ( ! file_exists( "$path/$name" ) ) {
			file_put_contents( "$path/$name", $text );
		}
	}
	if ( 0700 !== ( fileperms( $path ) & 0777 ) ) {
		// Where PHP and the web server are two users, the web server cannot even open the folder.
		clipferry_helper_set_mode( $path, 0700 );
	}
}

/**
 * Where the bytes of an upload lie.
 *
 * @param object $record The upload.
 */
function clipferry_helper_piece_path( $record ) {
	return clipferry_helper_folder_path() . '/' . $record->piece;
}

/**
 * Makes the empty file of a new upload. False where it cannot be made, opened again and locked, or where something of its name is there, also a
 * link.
 *
 * @param string $path Where.
 */
function clipferry_helper_make_piece( $path ) {
	$file = @fopen( $path, 'xb' ); // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
	if ( false === $file ) {
		return false;
	}
	fclose( $file );
	clipferry_helper_set_mode( $path, 0600 );
	$again = @fopen( $path, 'r+b' ); // phpcs:ignore WordPress.PHP.NoSilencedErrors.Discouraged
	if ( false === $again ) {
		return false;
	}
	$is_usable = clipferry_helper_knows_locks( $again );
	fclose( $again );
	return $is_usable;
}

/** Whether an upload could be received now: there is a table, and a folder in which a file can be made and removed. */
function clipferry_helper_is_ready() {
	$folder = clipferry_helper_folder();
	if ( is_wp_error( $folder ) || ! wp_is_writable( $folder ) || ! clipferry_helper_table_exists() ) {
		return false;
	}
	$trial     = $folder . '/' . clipferry_helper_random_name();
	$is_usable = clipferry_helper_make_piece( $trial );
	wp_delete_file( $trial );
	clearstatcache();
	return $is_usable && ! file_exists( $trial );
}

/**
 * Removes the bytes of an upload, and what its lock stood on.
 *
 * @param object $record The upload.
 */
function clipferry_helper_remove_piece( $record ) {
	$path = clipferry_helper_piece_path( $record );
	foreach ( array( $path, "$path.lock" ) as $file ) {
		if ( file_exists( $file ) || is_link( $file ) ) {
			wp_delete_file( $file );
		}
	}
}
