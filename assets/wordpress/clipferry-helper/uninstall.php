<?php
/**
 * Removes all that the helper ever put anywhere: its table, its folders, its options, its event and its marks.
 *
 * @package ClipferryHelper
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

// It may be loaded already: some tools uninstall in the request in which they deactivate.
require_once __DIR__ . '/includes/records.php';
require_once __DIR__ . '/includes/folder.php';

/** Removes it from the current site. */
function clipferry_helper_uninstall_site() {
	global $wpdb;
	foreach ( array_merge( clipferry_helper_older_folders(), array( clipferry_helper_folder_path() ) ) as $path ) {
		clipferry_helper_remove_folder( $path );
	}
	$table = clipferry_helper_table();
	$wpdb->query( "DROP TABLE IF EXISTS $table" );
	$wpdb->query( "UPDATE $wpdb->posts SET post_content_filtered = '' WHERE post_content_filtered LIKE 'clipferry-upload:%'" );
	foreach ( array( 'clipferry_helper_folder', 'clipferry_helper_table_version', 'clipferry_helper_hand_over', 'clipferry_helper_since', 'clipferry_helper_places' ) as $option ) {
		delete_option( $option );
	}
	delete_transient( 'clipferry_helper_away' );
	wp_clear_scheduled_hook( 'clipferry_helper_clean' );
}

delete_site_option( 'clipferry_helper_since' );
if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $clipferry_helper_site ) {
		switch_to_blog( $clipferry_helper_site );
		clipferry_helper_uninstall_site();
		restore_current_blog();
	}
} else {
	clipferry_helper_uninstall_site();
}
