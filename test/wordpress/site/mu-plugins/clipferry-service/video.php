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
