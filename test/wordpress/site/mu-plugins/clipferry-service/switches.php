<?php
/** The switches of this site, as the test that is running has set them. */

function clipferry_switches(): array {
	static $switches = null;
	if ( null === $switches ) {
		$switches = json_decode( (string) file_get_contents( WP_CONTENT_DIR . '/switches.json' ), true ) ?? array();
	}
	return $switches;
}

/** One switch by its name; null where it is not set. */
function clipferry_switch( string $name ) {
	return clipferry_switches()[ $name ] ?? null;
}
