<?php
/**
 * Plugin Name:       Clipferry Helper
 * Description:       Takes large video files in pieces, goes on where an upload was cut, and hands each whole file to this site's own upload.
 * Version:           1.0.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            The Clipferry founders
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       clipferry-helper
 *
 * The protocol is tus 1.0 (https://tus.io/protocols/resumable-upload), so that any tus client can use it.
 *
 * @package ClipferryHelper
 */

defined( 'ABSPATH' ) || exit;

const CLIPFERRY_HELPER_VERSION   = '1.0.0';
const CLIPFERRY_HELPER_NAMESPACE = 'clipferry/v1';
const CLIPFERRY_HELPER_EVENT     = 'clipferry_helper_clean';

require_once __DIR__ . '/includes/host.php';
require_once __DIR__ . '/includes/records.php';
require_once __DIR__ . '/includes/folder.php';
require_once __DIR__ . '/includes/away.php';
require_once __DIR__ . '/includes/lock.php';
require_once __DIR__ . '/includes/limits.php';
require_once __DIR__ . '/includes/service-route.php';
require_once __DIR__ . '/includes/caches.php';
require_once __DIR__ . '/includes/body.php';
require_once __DIR__ . '/includes/receive.php';
require_once __DIR__ . '/includes/marks.php';
require_once __DIR__ . '/includes/refused.php';
require_once __DIR__ . '/includes/hand-over.php';
require_once __DIR__ . '/includes/after-answer.php';
require_once __DIR__ . '/includes/tus.php';
require_once __DIR__ . '/includes/switched-off.php';
require_once __DIR__ . '/includes/routes.php';
require_once __DIR__ . '/includes/cleaning.php';

register_activation_hook( __FILE__, 'clipferry_helper_activate' );
register_deactivation_hook( __FILE__, 'clipferry_helper_deactivate' );

/**
 * Table and folder are made when they are first needed, also on each site of a network.
 *
 * @param bool $on_network On all sites of a network at once; the platform calls this once, on one of them.
 */
function clipferry_helper_activate( $on_network = false ) {
	clipferry_helper_switched_on( $on_network );
	clipferry_helper_schedule();
}

/** What was received stays for whoever switches the helper on again; uninstalling removes it. */
function clipferry_helper_deactivate() {
	wp_clear_scheduled_hook( CLIPFERRY_HELPER_EVENT );
}
