<?php
/** The settings of the test site. Its address is the one it is asked under, so that several web servers can stand before it. */

$clipferry_switches = json_decode( (string) file_get_contents( __DIR__ . '/wp-content/switches.json' ), true ) ?? array();
if ( 'cli-server' === PHP_SAPI && ( $clipferry_switches['stripAuthorization'] ?? false ) ) {
	// What a web server does that keeps the header to itself; Apache really does it here.
	unset( $_SERVER['HTTP_AUTHORIZATION'], $_SERVER['PHP_AUTH_USER'], $_SERVER['PHP_AUTH_PW'] );
}
$clipferry_host     = $_SERVER['HTTP_HOST'] ?? '127.0.0.1';
$clipferry_scheme   = ( $_SERVER['HTTPS'] ?? '' ) === 'on' ? 'https' : 'http';

define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'wordpress' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:' . dirname( __DIR__ ) . '/db/mysqld.sock' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
foreach ( array( 'AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT' ) as $clipferry_key ) {
	define( $clipferry_key, 'only for tests: ' . $clipferry_key );
}
define( 'WP_HOME', $clipferry_scheme . '://' . $clipferry_host );
define( 'WP_SITEURL', WP_HOME );
// 127.0.0.2 and everything over https play a site in production, where application passwords are for https only (platform facts, section 3).
define( 'WP_ENVIRONMENT_TYPE', 0 === strpos( $clipferry_host, '127.0.0.2' ) || 'https' === $clipferry_scheme ? 'production' : 'local' );
define( 'EMPTY_TRASH_DAYS', ( $clipferry_switches['trashDisabled'] ?? false ) ? 0 : 30 );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_DEBUG', false );
$table_prefix = 'wp_';

if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
