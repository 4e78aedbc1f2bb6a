<?php
/**
 * Since when the helper is switched on: what was whole before may have been sent another way while it was off.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

/** Computers of which it is remembered how the helper's folder lay there: a site may be served by several. */
const CLIPFERRY_HELPER_MOST_COMPUTERS = 20;

/**
 * From now on.
 *
 * @param bool $on_network For all sites of a network.
 */
function clipferry_helper_switched_on( $on_network = false ) {
	update_option( 'clipferry_helper_since', time(), false );
	if ( $on_network ) {
		update_site_option( 'clipferry_helper_since', time() );
	}
}

/**
 * When a folder was renamed, or something like that; 0 = only what lies in it has changed since, or nobody tells. A folder's ctime is another one
 * then and its mtime is not (POSIX, rename); where that is not so, the hooks are all there is.
 *
 * @param string $folder Its path.
 */
function clipferry_helper_renamed( $folder ) {
	$ctime = (int) filectime( $folder );
	return (int) filemtime( $folder ) === $ctime ? 0 : $ctime;
}

/**
 * Sees that it was switched off and on without the platform's knowing: people whose site shows nothing any more rename its folder, or that of all
 * plugins, and no hook runs when they name it back.
 */
function clipferry_helper_notice_switch() {
	clearstatcache();
	$computer = substr( md5( function_exists( 'gethostname' ) ? (string) gethostname() : '' ), 0, 8 );
	$places   = (array) get_option( 'clipferry_helper_places', array() );
	$before   = isset( $places[ $computer ] ) ? (array) $places[ $computer ] : null;
	// Plugins that come, go or are updated change the folder of all: that says nothing.
	$renamed = clipferry_helper_renamed( dirname( __DIR__, 2 ) );
	$place   = array( (int) filectime( dirname( __DIR__ ) ), 0 === $renamed && $before ? (int) end( $before ) : $renamed );
	if ( $place === $before ) {
		return;
	}
	clipferry_helper_switched_on();
	unset( $places[ $computer ] );
	$places[ $computer ] = $place;
	update_option( 'clipferry_helper_places', array_slice( $places, -CLIPFERRY_HELPER_MOST_COMPUTERS, null, true ) );
}

/**
 * Whether nobody has touched an upload since before the helper was switched on.
 *
 * @param string $id Which.
 */
function clipferry_helper_is_left_behind( $id ) {
	$record = clipferry_helper_record( $id );
	$since  = max( (int) get_option( 'clipferry_helper_since', 0 ), (int) get_site_option( 'clipferry_helper_since', 0 ) );
	return $record && strtotime( $record->touched . ' UTC' ) < $since;
}
