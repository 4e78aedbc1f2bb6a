<?php
/** The front page of the test site: enough for the links that the platform puts into a page's head. */
?>
<!DOCTYPE html>
<html <?php language_attributes(); ?>>
<head><meta charset="utf-8"><title><?php bloginfo( 'name' ); ?></title><?php wp_head(); ?></head>
<body><h1><?php bloginfo( 'name' ); ?></h1><?php while ( have_posts() ) { the_post(); the_title( '<h2>', '</h2>' ); the_content(); } ?><?php wp_footer(); ?></body>
</html>
