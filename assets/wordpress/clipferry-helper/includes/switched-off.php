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
 * Sees that it was switched off and on without the platform's knowing: people whose site shows nothing any more rename its folder, or that of all
 * plugins, and no hook runs when they name it back. A folder's ctime is another one then (POSIX, rename); where it is not, the hooks are all there is.
 */
function clipferry_helper_notice_switch() {
	clearstatcache();
	$computer = substr( md5( (string) gethostname() ), 0, 8 );
	$place    = filectime( dirname( __DIR__ ) ) . ' ' . filectime( dirname( __DIR__, 2 ) );
	$places   = (array) get_option( 'clipferry_helper_places', array() );
	if ( isset( $places[ $computer ] ) && $place === $places[ $computer ] ) {
		return;
	}
	unset( $places[ $computer ] );
	$places[ $computer ] = $place;
	update_option( 'clipferry_helper_places', array_slice( $places, -CLIPFERRY_HELPER_MOST_COMPUTERS, null, true ) );
	clipferry_helper_switched_on();
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
