<?php
/**
 * What a test does to the site behind its API: `php control.php ORDER` with JSON on stdin, the answer as JSON on stdout.
 * It runs as its own process with WordPress loaded, as WordPress's command-line tools do.
 */

$order = $argv[1] ?? '';
$given = json_decode( (string) stream_get_contents( STDIN ), true ) ?? array();
$_SERVER['HTTP_HOST'] = $given['host'] ?? '127.0.0.1';
if ( 'install' === $order ) {
	define( 'WP_INSTALLING', true );
}
require $_SERVER['PWD'] . '/wp-load.php';

function user_of( string $login ): WP_User {
	return get_user_by( 'login', $login );
}

function app_password( WP_User $user, string $name ): string {
	return WP_Application_Passwords::create_new_application_password( $user->ID, array( 'name' => $name ) )[0];
}

/** One video or loose file as the database and the disk have it. */
function stored_file( WP_Post $attachment ): array {
	$path = get_attached_file( $attachment->ID );
	return array(
		'id'     => $attachment->ID,
		'name'   => basename( $path ),
		'bytes'  => file_exists( $path ) ? filesize( $path ) : null,
		'sha256' => file_exists( $path ) ? hash_file( 'sha256', $path ) : null,
		'author' => get_userdata( $attachment->post_author )->user_login,
	);
}

function stored_video( WP_Post $post ): array {
	$terms = array();
	foreach ( get_object_taxonomies( 'video', 'objects' ) as $taxonomy ) {
		$terms[ $taxonomy->rest_base ] = wp_get_post_terms( $post->ID, $taxonomy->name, array( 'fields' => 'ids' ) );
	}
	return array(
		'id'      => $post->ID,
		'status'  => $post->post_status,
		'title'   => $post->post_title,
		'content' => $post->post_content,
		'excerpt' => $post->post_excerpt,
		'slug'    => $post->post_name,
		'author'  => get_userdata( $post->post_author )->user_login,
		'terms'   => $terms,
		'poster'  => (int) get_post_thumbnail_id( $post->ID ),
		'files'   => array_values( array_map( 'stored_file', get_attached_media( '', $post->ID ) ) ),
	);
}

function all_posts( string $type, array $more = array() ): array {
	return get_posts( $more + array( 'post_type' => $type, 'post_status' => array_keys( get_post_stati() ), 'numberposts' => -1, 'orderby' => 'ID', 'order' => 'ASC' ) );
}

function install( array $given ): array {
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	wp_install( $given['name'], 'admin', 'admin@example.test', true, '', $given['people'][0]['password'] );
	update_option( 'permalink_structure', '/%postname%/' );
	update_option( 'timezone_string', $given['timezone'] );
	update_option( 'template', 'clipferry' );
	update_option( 'stylesheet', 'clipferry' );
	foreach ( all_posts( 'post' ) as $post ) {
		wp_delete_post( $post->ID, true );
	}
	$passwords = array();
	foreach ( $given['people'] as $one ) {
		$user = get_user_by( 'login', $one['login'] );
		if ( ! $user ) {
			$id   = wp_insert_user( array( 'user_login' => $one['login'], 'user_pass' => $one['password'], 'user_email' => $one['login'] . '@example.test', 'display_name' => $one['name'], 'role' => $one['role'] ) );
			$user = get_user_by( 'id', $id );
		} else {
			wp_update_user( array( 'ID' => $user->ID, 'display_name' => $one['name'] ) );
		}
		$passwords[ $one['login'] ] = app_password( $user, 'Practice sign-in' );
	}
	return array( 'appPasswords' => $passwords, 'version' => $GLOBALS['wp_version'], 'php' => PHP_VERSION );
}

/** No videos, files, posts or terms of earlier tests, and first roles again. */
function reset_site( array $given ): array {
	foreach ( array( 'video', 'attachment', 'post' ) as $type ) {
		foreach ( all_posts( $type ) as $post ) {
			'attachment' === $type ? wp_delete_attachment( $post->ID, true ) : wp_delete_post( $post->ID, true );
		}
	}
	foreach ( get_object_taxonomies( 'video' ) as $taxonomy ) {
		foreach ( get_terms( array( 'taxonomy' => $taxonomy, 'hide_empty' => false, 'fields' => 'ids' ) ) as $term ) {
			wp_delete_term( $term, $taxonomy );
		}
	}
	foreach ( $given['people'] as $one ) {
		user_of( $one['login'] )->set_role( $one['role'] );
	}
	delete_option( 'clipferry_tokens_ended_at' );
	return array();
}

$answers = array(
	'install'      => 'install',
	'reset'        => 'reset_site',
	'state'        => fn () => array(
		'videos'     => array_map( 'stored_video', all_posts( 'video' ) ),
		'unattached' => array_map( 'stored_file', all_posts( 'attachment', array( 'post_parent' => 0 ) ) ),
	),
	'video'        => fn ( $given ) => array( 'id' => wp_insert_post( wp_slash( array( 'post_type' => 'video', 'post_author' => user_of( $given['author'] )->ID ) + $given['fields'] ) ) ),
	'edit'         => fn ( $given ) => array( 'id' => wp_update_post( wp_slash( array( 'ID' => $given['id'] ) + $given['fields'] ) ) ),
	'terms'        => fn ( $given ) => array( 'ids' => array_map( fn ( $name ) => wp_insert_term( $name, $given['taxonomy'] )['term_id'], $given['names'] ) ),
	'app-password' => fn ( $given ) => array( 'appPassword' => app_password( user_of( $given['login'] ), $given['name'] ) ),
	'revoke'       => fn ( $given ) => array( 'revoked' => WP_Application_Passwords::delete_all_application_passwords( user_of( $given['login'] )->ID ) ),
	'role'         => function ( $given ) {
		user_of( $given['login'] )->set_role( $given['role'] );
		return array();
	},
	'expire'       => fn () => array( 'at' => update_option( 'clipferry_tokens_ended_at', time() ) ),
);
if ( ! isset( $answers[ $order ] ) ) {
	fwrite( STDERR, "There is no order \"$order\"\n" );
	exit( 1 );
}
echo "\n" . wp_json_encode( $answers[ $order ]( $given ) ) . "\n";
