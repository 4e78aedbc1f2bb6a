<?php
/**
 * What a test does to the site behind its API: an order and what it needs as JSON, the answer as JSON. It runs with WordPress
 * loaded: for the installation as `php control.php install` with JSON on stdin, later behind a web server of its own,
 * which keeps the code warm; a token in the header keeps everybody else out.
 */

if ( 'cli' === PHP_SAPI ) {
	$order = $argv[1] ?? '';
	$given = json_decode( (string) stream_get_contents( STDIN ), true ) ?? array();
	define( 'WP_INSTALLING', 'install' === $order );
	$_SERVER['HTTP_HOST'] = '127.0.0.1';
} else {
	$order = $_GET['order'] ?? '';
	$given = json_decode( (string) file_get_contents( 'php://input' ), true ) ?? array();
	if ( ! hash_equals( (string) getenv( 'CLIPFERRY_CONTROL' ), $_SERVER['HTTP_X_CONTROL'] ?? '' ) ) {
		http_response_code( 403 );
		exit;
	}
}
define( 'CLIPFERRY_CONTROL', true );
require __DIR__ . '/wp-load.php';

function user_of( string $login ): WP_User {
	$user = get_user_by( 'login', $login );
	if ( ! $user ) {
		throw new Exception( "There is no user \"$login\"." );
	}
	return $user;
}

function app_password( WP_User $user, string $name ): string {
	return WP_Application_Passwords::chunk_password( WP_Application_Passwords::create_new_application_password( $user->ID, array( 'name' => $name ) )[0] );
}

/** The taxonomy's own name for its name in REST. */
function taxonomy_of( string $rest_base ): string {
	foreach ( get_taxonomies( array(), 'objects' ) as $taxonomy ) {
		if ( ( $taxonomy->rest_base ?: $taxonomy->name ) === $rest_base ) {
			return $taxonomy->name;
		}
	}
	throw new Exception( "There is no taxonomy \"$rest_base\" now." );
}

/** An attachment as the database and the disk have it. */
function stored_file( WP_Post $attachment ): array {
	$path = get_attached_file( $attachment->ID );
	$here = file_exists( $path );
	return array(
		'attachmentId' => $attachment->ID,
		'name'         => basename( $path ),
		'size'         => $here ? filesize( $path ) : 0,
		'sha256'       => $here ? hash_file( 'sha256', $path ) : null,
	);
}

function stored_video( WP_Post $post ): array {
	$terms = array();
	foreach ( get_object_taxonomies( 'video', 'objects' ) as $taxonomy ) {
		$terms[ $taxonomy->rest_base ?: $taxonomy->name ] = wp_get_object_terms( $post->ID, $taxonomy->name, array( 'fields' => 'ids', 'orderby' => 'term_id' ) );
	}
	$films = array_filter( get_attached_media( '', $post->ID ), fn ( $one ) => ! str_starts_with( $one->post_mime_type, 'image/' ) );
	return array(
		'id'            => $post->ID,
		'title'         => $post->post_title,
		'content'       => $post->post_content,
		'excerpt'       => $post->post_excerpt,
		'status'        => $post->post_status,
		'slug'          => $post->post_name,
		'author'        => (int) $post->post_author,
		'authorLogin'   => get_userdata( (int) $post->post_author )->user_login ?? '',
		'dateGmt'       => str_replace( ' ', 'T', $post->post_date_gmt ),
		'modifiedGmt'   => str_replace( ' ', 'T', $post->post_modified_gmt ),
		'featuredMedia' => (int) get_post_thumbnail_id( $post->ID ),
		'commentStatus' => $post->comment_status,
		'password'      => $post->post_password,
		'terms'         => $terms,
		'file'          => $films ? stored_file( reset( $films ) ) : null,
	);
}

function all_posts( string $type, array $more = array() ): array {
	return get_posts( $more + array( 'post_type' => $type, 'post_status' => array_keys( get_post_stati() ), 'numberposts' => -1, 'orderby' => 'ID', 'order' => 'ASC' ) );
}

function install( array $given ): array {
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	wp_install( 'Practice site', 'admin', 'admin@example.test', true, '', $given['people'][0]['password'] );
	update_option( 'template', 'clipferry' );
	update_option( 'stylesheet', 'clipferry' );
	// Somebody made a role for those who only send videos.
	add_role( 'uploader', 'Uploader', array( 'read' => true, 'edit_posts' => true, 'upload_files' => true ) );
	$passwords = array();
	foreach ( $given['people'] as $one ) {
		$user = get_user_by( 'login', $one['login'] );
		$data = array( 'user_login' => $one['login'], 'user_email' => $one['login'] . '@example.test', 'display_name' => $one['name'], 'role' => $one['role'] );
		$id   = $user ? wp_update_user( $data + array( 'ID' => $user->ID ) ) : wp_insert_user( $data + array( 'user_pass' => $one['password'] ) );
		$passwords[ $one['login'] ] = app_password( get_user_by( 'id', $id ), 'Practice sign-in' );
		update_user_meta( $id, 'clipferry_first', array( 'role' => $one['role'], 'passwords' => get_user_meta( $id, '_application_passwords', true ) ) );
	}
	// One who was removed comes back under the same id.
	update_option( 'clipferry_people', $GLOBALS['wpdb']->get_results( "SELECT * FROM {$GLOBALS['wpdb']->users}", ARRAY_A ) );
	return array( 'appPasswords' => $passwords, 'version' => $GLOBALS['wp_version'], 'php' => PHP_VERSION );
}

/** Back to the beginning, and the same ids again: no videos, no files; the first terms, posts, roles and passwords; as `site` says. */
function reset_site( array $given ): array {
	global $wpdb;
	update_option( 'blogname', $given['site']['name'] );
	update_option( 'timezone_string', $given['site']['timezone'] );
	update_option( 'permalink_structure', $given['site']['plainPermalinks'] ? '' : '/%postname%/' );
	// Made anew by the next request that asks for them.
	delete_option( 'rewrite_rules' );
	foreach ( array( 'posts', 'postmeta', 'terms', 'termmeta', 'term_taxonomy', 'term_relationships' ) as $table ) {
		$wpdb->query( "TRUNCATE TABLE {$wpdb->$table}" );
	}
	wp_cache_flush();
	$uploads = wp_upload_dir()['basedir'];
	if ( is_dir( $uploads ) ) {
		foreach ( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $uploads, FilesystemIterator::SKIP_DOTS ) ) as $file ) {
			unlink( $file->getPathname() );
		}
	}
	foreach ( $given['terms'] as $taxonomy => $terms ) {
		foreach ( $terms as list( $name, $slug ) ) {
			// A taxonomy that is switched off now gets its terms all the same, so that ids do not depend on switches.
			$wpdb->insert( $wpdb->terms, array( 'name' => $name, 'slug' => $slug ) );
			$wpdb->insert( $wpdb->term_taxonomy, array( 'term_id' => $wpdb->insert_id, 'taxonomy' => $taxonomy, 'description' => '' ) );
			if ( 'uncategorized' === $slug ) {
				update_option( 'default_category', $wpdb->insert_id );
			}
		}
	}
	foreach ( $given['posts'] as $post ) {
		wp_insert_post( wp_slash( $post ) );
	}
	foreach ( get_option( 'clipferry_people' ) as $row ) {
		$wpdb->replace( $wpdb->users, $row );
	}
	foreach ( get_users() as $user ) {
		$first = get_user_meta( $user->ID, 'clipferry_first', true );
		$user->set_role( $first['role'] );
		update_user_meta( $user->ID, '_application_passwords', $first['passwords'] );
	}
	update_network_option( get_main_network_id(), 'using_application_passwords', 1 );
	return array();
}

function add_videos( array $given ): array {
	$ids = array();
	foreach ( $given['videos'] as $video ) {
		$id    = wp_insert_post(
			wp_slash(
				array(
					'post_type'    => 'video',
					'post_status'  => 'draft',
					'post_title'   => $video['title'],
					'post_content' => $video['content'] ?? '',
					'post_author'  => user_of( $video['author'] ?? 'ava' )->ID,
				)
			)
		);
		$dated = isset( $video['dateGmt'] ) ? dated( $video['dateGmt'] ) : array();
		wp_update_post( wp_slash( array( 'ID' => $id, 'post_status' => $video['status'] ?? 'publish' ) + $dated ) );
		$ids[] = $id;
	}
	return array( 'ids' => $ids );
}

function dated( string $gmt ): array {
	$spaced = str_replace( 'T', ' ', $gmt );
	return array( 'post_date_gmt' => $spaced, 'post_date' => get_date_from_gmt( $spaced ), 'edit_date' => true );
}

/** Somebody changes a video with another client: `modified` always moves on by a second at least. */
function edit_video( array $given ): array {
	global $wpdb;
	$names  = array( 'title' => 'post_title', 'content' => 'post_content', 'excerpt' => 'post_excerpt', 'status' => 'post_status', 'slug' => 'post_name', 'password' => 'post_password', 'commentStatus' => 'comment_status' );
	$post   = get_post( $given['id'] );
	if ( ! $post || 'video' !== $post->post_type ) {
		throw new Exception( "There is no video {$given['id']}." );
	}
	$before = $post->post_modified_gmt;
	$fields = array( 'ID' => $given['id'] );
	foreach ( $given['fields'] as $name => $value ) {
		if ( isset( $names[ $name ] ) ) {
			$fields[ $names[ $name ] ] = $value;
		}
	}
	if ( isset( $given['fields']['dateGmt'] ) ) {
		$fields += dated( $given['fields']['dateGmt'] );
	}
	if ( isset( $given['fields']['author'] ) ) {
		$fields['post_author'] = user_of( $given['fields']['author'] )->ID;
	}
	wp_update_post( wp_slash( $fields ) );
	if ( isset( $given['fields']['featuredMedia'] ) ) {
		set_post_thumbnail( $given['id'], $given['fields']['featuredMedia'] );
	}
	foreach ( $given['fields']['terms'] ?? array() as $rest_base => $ids ) {
		wp_set_object_terms( $given['id'], $ids, taxonomy_of( $rest_base ) );
	}
	$after = max( strtotime( $before . ' UTC' ) + 1, time() );
	$gmt   = gmdate( 'Y-m-d H:i:s', $after );
	$wpdb->update( $wpdb->posts, array( 'post_modified_gmt' => $gmt, 'post_modified' => get_date_from_gmt( $gmt ) ), array( 'ID' => $given['id'] ) );
	return array( 'modifiedGmt' => str_replace( ' ', 'T', $gmt ) );
}

function add_terms( array $given ): array {
	$ids = array();
	foreach ( $given['terms'] as $term ) {
		$more  = is_string( $term ) ? array() : array_intersect_key( $term, array( 'slug' => 1, 'parent' => 1 ) );
		$ids[] = wp_insert_term( is_string( $term ) ? $term : $term['name'], taxonomy_of( $given['taxonomy'] ), $more )['term_id'];
	}
	return array( 'ids' => $ids );
}

$orders = array(
	'install'              => 'install',
	'reset'                => 'reset_site',
	'state'                => fn () => array(
		'now'        => gmdate( 'Y-m-d\TH:i:s' ),
		'videos'     => array_map( 'stored_video', all_posts( 'video' ) ),
		'unattached' => array_map( 'stored_file', all_posts( 'attachment', array( 'post_parent' => 0 ) ) ),
	),
	'videos'               => 'add_videos',
	'edit-video'           => 'edit_video',
	'terms'                => 'add_terms',
	// This version wants a name of its own for each.
	'app-password'         => fn ( $given ) => array( 'appPassword' => app_password( user_of( $given['login'] ), 'Practice sign-in ' . wp_generate_uuid4() ) ),
	'app-passwords'        => fn ( $given ) => array(
		'appPasswords' => array_values( array_map(
			fn ( $one ) => array(
				'uuid'     => $one['uuid'],
				'name'     => $one['name'],
				'appId'    => $one['app_id'],
				'created'  => gmdate( 'Y-m-d\TH:i:s', $one['created'] ),
				'lastUsed' => $one['last_used'] ? gmdate( 'Y-m-d\TH:i:s', $one['last_used'] ) : null,
			),
			WP_Application_Passwords::get_user_application_passwords( user_of( $given['login'] )->ID )
		) ),
	),
	'revoke'               => function ( $given ) {
		$id   = user_of( $given['login'] )->ID;
		$done = isset( $given['uuid'] )
			? WP_Application_Passwords::delete_application_password( $id, $given['uuid'] )
			: WP_Application_Passwords::delete_all_application_passwords( $id );
		if ( is_wp_error( $done ) ) {
			throw new Exception( "{$given['login']} has no such password." );
		}
		return array();
	},
	'forget-app-passwords' => function () {
		foreach ( get_users() as $user ) {
			delete_user_meta( $user->ID, '_application_passwords' );
		}
		return array( 'done' => delete_network_option( get_main_network_id(), 'using_application_passwords' ) );
	},
	'remove-user'          => function ( $given ) {
		global $wpdb;
		$user = user_of( $given['login'] );
		$wpdb->delete( $wpdb->users, array( 'ID' => $user->ID ) );
		clean_user_cache( $user );
		return array();
	},
	'role'                 => function ( $given ) {
		user_of( $given['login'] )->set_role( $given['role'] );
		return array();
	},
	'activate'             => function ( $given ) {
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
		$failed = activate_plugin( $given['plugin'] );
		if ( is_wp_error( $failed ) ) {
			throw new Exception( $failed->get_error_message() );
		}
		return array();
	},
	'deactivate'           => function ( $given ) {
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
		deactivate_plugins( $given['plugin'] );
		return array();
	},
	// As wp-admin removes a plugin, but for its files.
	'uninstall'            => function ( $given ) {
		require_once ABSPATH . 'wp-admin/includes/plugin.php';
		deactivate_plugins( $given['plugin'] );
		uninstall_plugin( $given['plugin'] );
		return array();
	},
	// What a scheduled event does, now, and as whom those after it run; `held` = a lock of the database that another process has meanwhile.
	'event'                => function ( $given ) {
		$other = new wpdb( DB_USER, DB_PASSWORD, DB_NAME, DB_HOST );
		if ( isset( $given['held'] ) && '1' !== $other->get_var( $other->prepare( 'SELECT GET_LOCK(%s, 0)', $given['held'] ) ) ) {
			throw new Exception( 'The lock is not free.' );
		}
		do_action( $given['hook'] );
		return array( 'user' => get_current_user_id() );
	},
	'scheduled'            => fn ( $given ) => array( 'scheduled' => false !== wp_next_scheduled( $given['hook'] ) ),
	'option'               => fn ( $given ) => array( 'value' => get_option( $given['name'] ) ),
	'rows'                 => fn ( $given ) => array( 'rows' => $GLOBALS['wpdb']->get_results( $given['sql'], ARRAY_A ) ),
	// Every token handed out so far counts as expired, or those of one user.
	'expire-tokens'        => function ( $given ) {
		foreach ( isset( $given['login'] ) ? array( user_of( $given['login'] ) ) : get_users() as $user ) {
			update_user_meta( $user->ID, 'clipferry_generation', 1 + (int) get_user_meta( $user->ID, 'clipferry_generation', true ) );
		}
		return array();
	},
);
try {
	if ( ! isset( $orders[ $order ] ) ) {
		throw new Exception( "There is no order \"$order\"." );
	}
	$answer = $orders[ $order ]( $given );
} catch ( Exception $error ) {
	http_response_code( 400 );
	$answer = array( 'error' => $error->getMessage() );
}
echo "\n" . wp_json_encode( $answer ) . "\n";
