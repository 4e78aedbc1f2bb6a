<?php
/** What Apache's rewrite rules do, for PHP's built-in server: files as they are, everything else to WordPress. */

$path = rawurldecode( (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
$file = realpath( $_SERVER['DOCUMENT_ROOT'] . $path );
if ( false !== $file && is_file( $file ) ) {
	return false;
}
if ( false !== $file && is_file( $file . '/index.php' ) && '/' !== $path ) {
	$_SERVER['SCRIPT_NAME'] = rtrim( $path, '/' ) . '/index.php';
	$_SERVER['PHP_SELF']    = $_SERVER['SCRIPT_NAME'];
	chdir( $file );
	require $file . '/index.php';
	return true;
}
$_SERVER['SCRIPT_NAME'] = '/index.php';
$_SERVER['PHP_SELF']    = '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
