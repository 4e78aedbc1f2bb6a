<?php
/** The post type `video`, its taxonomies and its extra statuses, as the known product registers them (platform facts, section 1). */

add_action(
	'init',
	function () {
		$supports = array( 'title', 'editor', 'thumbnail', 'excerpt', 'trackbacks', 'comments', 'author' );
		if ( clipferry_switch( 'customFields' ) ) {
			$supports[] = 'custom-fields';
		}
		register_post_type(
			'video',
			array(
				'label'           => 'Videos',
				'public'          => true,
				'has_archive'     => true,
				'show_in_rest'    => true,
				'rest_base'       => 'video',
				'capability_type' => 'post',
				'map_meta_cap'    => true,
				'supports'        => $supports,
				'taxonomies'      => 'core' === clipferry_switch( 'taxonomies' ) ? array( 'category', 'post_tag' ) : array(),
			)
		);
		if ( 'core' !== clipferry_switch( 'taxonomies' ) ) {
			clipferry_taxonomy( 'categories', 'Video Categories', 'video_category', true );
			clipferry_taxonomy( 'video_tag', 'Video Tags', 'video_tag', false );
		}
		if ( 'streamtube' === clipferry_switch( 'product' ) ) {
			clipferry_taxonomy( 'report_category', 'Report Categories', 'report_category', true );
			clipferry_taxonomy( 'hand_pick', 'Hand Picks', 'hand_pick', true );
		}
		if ( clipferry_switch( 'shows' ) ) {
			clipferry_shows();
		}
		if ( clipferry_switch( 'customFields' ) ) {
			register_post_meta( 'video', 'video_url', array( 'type' => 'string', 'single' => true, 'show_in_rest' => true ) );
			register_post_meta( 'video', 'video_length', array( 'type' => 'integer', 'single' => true, 'show_in_rest' => true ) );
		}
		foreach ( clipferry_switch( 'extraStatuses' ) ?? array() as $status ) {
			register_post_status( $status, array( 'label' => ucfirst( $status ), 'internal' => true, 'exclude_from_search' => true ) );
		}
	}
);

function clipferry_taxonomy( string $name, string $label, string $rest_base, bool $hierarchical ): void {
	register_taxonomy(
		$name,
		'video',
		array(
			'label'        => $label,
			'hierarchical' => $hierarchical,
			'show_in_rest' => true,
			'rest_base'    => $rest_base,
			'capabilities' => array( 'assign_terms' => 'edit_posts' ),
		)
	);
}

/** A plugin's taxonomy with capabilities of its own. It maps them itself, so that no user is ever listed with one. */
function clipferry_shows(): void {
	$capabilities = array(
		'manage_terms' => 'manage_shows',
		'edit_terms'   => 'edit_shows',
		'delete_terms' => 'delete_shows',
		'assign_terms' => 'assign_shows',
	);
	register_taxonomy(
		'show',
		'video',
		array( 'label' => 'Shows', 'hierarchical' => true, 'show_in_rest' => true, 'rest_base' => 'shows', 'capabilities' => $capabilities )
	);
	add_filter(
		'map_meta_cap',
		function ( $caps, $cap ) use ( $capabilities ) {
			if ( ! in_array( $cap, $capabilities, true ) ) {
				return $caps;
			}
			return array( 'assign_shows' === $cap ? 'edit_posts' : 'manage_categories' );
		},
		10,
		2
	);
}

// Plugins that restrict categories keep single terms from people: everybody but administrators here.
add_filter(
	'map_meta_cap',
	function ( $caps, $cap, $user_id, $args ) {
		$guarded = clipferry_switch( 'guardedTerms' ) ?? array();
		if ( 'assign_term' === $cap && in_array( (int) ( $args[0] ?? 0 ), $guarded, true ) ) {
			$caps[] = 'manage_options';
		}
		return $caps;
	},
	10,
	4
);

// The product removes the file together with the video; core leaves it.
add_action(
	'before_delete_post',
	function ( int $post_id ) {
		if ( ! clipferry_switch( 'deleteAttachedFiles' ) || 'video' !== get_post_type( $post_id ) ) {
			return;
		}
		foreach ( get_attached_media( '', $post_id ) as $attachment ) {
			wp_delete_attachment( $attachment->ID, true );
		}
	}
);
