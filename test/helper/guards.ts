// What the helper's plugin stands on: each guard with what is put in its place, and the test that has to notice.

export interface Guard {
  readonly name: string;
  /** Below the plugin's folder. */
  readonly file: string;
  /** Stands there once. */
  readonly find: string;
  readonly put: string;
  /** Test file beside this one, and a part of the name of the test that is to be red without the guard. */
  readonly by: readonly [file: string, test: string];
}

const routes = 'includes/routes.php';
const limits = 'includes/limits.php';
const receive = 'includes/receive.php';
const handOver = 'includes/hand-over.php';
const marks = 'includes/marks.php';

export const guards: readonly Guard[] = [
  {
    name: 'the sum of the whole',
    file: handOver,
    find: "hash_equals( $record->sha256, (string) hash_file( 'sha256', $piece ) )",
    put: 'true',
    by: ['protocol', 'does not make a video of bytes that are not those'],
  },
  {
    name: 'the sum of the blocks',
    file: handOver,
    find: 'return hash_equals( $told, hash_final( $sums ) );',
    put: 'return true;',
    by: ['protocol', 'neither is right'],
  },
  {
    name: 'nobody without a sign-in',
    file: 'includes/service-route.php',
    find: "if ( ! current_user_can( apply_filters( 'clipferry_helper_capability', 'upload_files' ) ) ) {",
    put: 'if ( false ) {',
    by: ['security', 'no subscriber'],
  },
  {
    name: 'the site’s own rule',
    file: 'includes/service-route.php',
    find: "if ( empty( $handler['methods']['POST'] ) || empty( $handler['permission_callback'] ) ) {",
    put: 'if ( true ) {',
    by: ['security', 'asks the site’s own route'],
  },
  {
    name: 'an upload is its user’s',
    file: routes,
    find: 'if ( ! $record || get_current_user_id() !== $record->user_id ) {',
    put: 'if ( ! $record ) {',
    by: ['security', 'keeps an upload to its user'],
  },
  {
    name: 'rights at the hand-over',
    file: handOver,
    find: '	if ( is_wp_error( $refused ) ) {',
    put: '	if ( false ) {',
    by: ['hand-over', 'by the rules of that moment'],
  },
  {
    name: 'one offset for all',
    file: routes,
    find: "'receiving' === $record->state && $offset === $record->received ? clipferry_helper_append",
    put: 'true ? clipferry_helper_append',
    by: ['security', 'one of two pieces'],
  },
  {
    name: 'no lock while a piece comes',
    file: routes,
    find: '	$body = clipferry_helper_receive_body(',
    put: '	if ( "1" !== $GLOBALS["wpdb"]->get_var( "SELECT GET_LOCK(\'all\', 1)" ) ) {\n		return clipferry_helper_conflict();\n	}\n	$body = clipferry_helper_receive_body(',
    by: ['crowd', 'keep nobody else waiting'],
  },
  {
    name: 'so much in one turn',
    file: 'includes/cleaning.php',
    find: "		clipferry_helper_untouched( array( 'receiving', 'lost', 'mixed' ), clipferry_helper_days_unfinished() * DAY_IN_SECONDS, 500 ),",
    put: "		clipferry_helper_untouched( array( 'receiving', 'lost', 'mixed' ), clipferry_helper_days_unfinished() * DAY_IN_SECONDS, 50000 ),",
    by: ['crowd', 'go away in a few turns'],
  },
  {
    name: 'the offset of a piece',
    file: routes,
    find: '	if ( $offset < $record->received || $offset > $record->received + $ahead ) {\n		return clipferry_helper_conflict();\n	}\n	$most',
    put: '	$offset = $record->received;\n	$most',
    by: ['protocol', 'only where the upload stands'],
  },
  {
    name: 'nothing beyond the end',
    file: routes,
    find: '$most     = min( $record->size - $offset, clipferry_helper_largest_piece() );',
    put: '$most     = clipferry_helper_largest_piece();',
    by: ['security', 'nothing beyond the length'],
  },
  {
    name: 'what died is cut off',
    file: receive,
    find: '	ftruncate( $file, $record->received );\n	fseek( $file, $record->received );',
    put: '	fseek( $file, 0, SEEK_END );',
    by: ['security', 'cuts off what a request wrote'],
  },
  {
    name: 'bytes that are gone',
    file: receive,
    find: "if ( $there['size'] < $record->received ) {",
    put: 'if ( false ) {',
    by: ['security', 'what it had is gone'],
  },
  {
    name: 'no links',
    file: receive,
    find: 'if ( is_link( $path ) || ! is_file( $path ) ) {',
    put: 'if ( ! is_file( $path ) ) {',
    by: ['security', 'follows no link'],
  },
  {
    name: 'no folders in names',
    file: 'includes/tus.php',
    find: "$name = preg_replace( '#^.*[/\\\\\\\\]#s', '', $name );",
    put: '',
    by: ['security', 'takes no folders'],
  },
  {
    name: 'a guard in the folder',
    file: 'includes/folder.php',
    find: '	clipferry_helper_guard( $path );\n	return $path;',
    put: '	return $path;',
    by: ['security', 'is not served'],
  },
  {
    name: 'so many of one user',
    file: limits,
    find: '$under_way->mine >= clipferry_helper_most_of_user() || ',
    put: '',
    by: ['security', 'so many unfinished'],
  },
  {
    name: 'so many of all',
    file: limits,
    find: ' || $under_way->all >= clipferry_helper_most_of_all()',
    put: '',
    by: ['security', 'so many unfinished'],
  },
  {
    name: 'room that was promised',
    file: limits,
    find: '$size + $under_way->missing > $free',
    put: '$size > $free',
    by: ['security', 'what others were promised'],
  },
  {
    name: 'the largest piece',
    file: routes,
    find: '$most     = min( $record->size - $offset, clipferry_helper_largest_piece() );',
    put: '$most     = $record->size - $offset;',
    by: ['security', 'no piece beyond the largest'],
  },
  {
    name: 'checksums of pieces',
    file: routes,
    find: 'if ( null !== $checksum && ! hash_equals( $body->digest, $checksum[1] ) ) {',
    put: 'if ( false ) {',
    by: ['protocol', 'nothing of one whose is wrong'],
  },
  {
    name: 'the sum of the whole',
    file: handOver,
    find: "if ( '' === $record->sha256 || $record->verified ) {",
    put: 'if ( true ) {',
    by: ['protocol', 'not those that were promised'],
  },
  {
    name: 'the mark of a post',
    file: marks,
    find: "	add_filter( 'wp_insert_post_data', 'clipferry_helper_mark', PHP_INT_MAX, 2 );\n",
    put: '',
    by: ['hand-over', 'after-post'],
  },
  {
    name: 'a look before it is handed over again',
    file: handOver,
    find: "	if ( 'whole' !== $record->state && clipferry_helper_look_at_death",
    put: '	if ( false && clipferry_helper_look_at_death',
    by: ['hand-over', 'after-attachment'],
  },
  {
    name: 'the file comes back before its post goes',
    file: marks,
    find: '		rename( $record->target, $piece );\n',
    put: '',
    by: ['hand-over', 'after-post'],
  },
  {
    name: 'the finished answer',
    file: handOver,
    find: "	if ( 'answered' === $record->state ) {\n		return $anew && clipferry_helper_may_try_again( $record );\n	}",
    put: "	if ( 'answered' === $record->state ) {\n		return true;\n	}",
    by: ['hand-over', 'never makes a second video'],
  },
  {
    name: 'three deaths',
    file: handOver,
    find: "if ( 'handing' === $record->state && $record->tries >= CLIPFERRY_HELPER_MOST_TRIES ) {",
    put: 'if ( false ) {',
    by: ['hand-over', 'it stops after three'],
  },
  {
    name: 'the answer before the hand-over',
    file: 'includes/after-answer.php',
    find: '	clipferry_helper_finish( $id, $anew );\n	return true;',
    put: '	return true;',
    by: ['hand-over', 'handle-sideload'],
  },
  {
    name: 'what PHP did not receive itself',
    file: handOver,
    find: "	add_filter( 'wp_handle_upload_overrides', 'clipferry_helper_let_pass', PHP_INT_MAX, 2 );\n",
    put: '',
    by: ['hand-over', 'handle-upload'],
  },
  {
    name: 'no piece in memory',
    file: 'includes/body.php',
    find: "add_action( 'parse_request', 'clipferry_helper_leave_body', 5 );",
    put: '',
    by: ['protocol', 'holds no piece in memory'],
  },
  {
    name: 'LiteSpeed’s cache is told',
    file: 'includes/caches.php',
    find: "	do_action( 'litespeed_control_set_nocache', 'clipferry' );\n",
    put: '',
    by: ['hosts', 'is told to keep nothing'],
  },
  {
    name: 'other page caches are told',
    file: 'includes/caches.php',
    find: "	defined( 'DONOTCACHEPAGE' ) || define( 'DONOTCACHEPAGE', true );\n",
    put: '',
    by: ['hosts', 'is told to keep nothing'],
  },
  {
    name: 'proxies are told',
    file: 'includes/caches.php',
    find: "		$response->header( 'Cache-Control', 'no-store' );\n",
    put: '',
    by: ['hosts', 'is told of every answer'],
  },
  {
    name: 'the platform’s own words for proxies',
    file: 'includes/caches.php',
    find: "add_filter( 'nocache_headers', 'clipferry_helper_no_store' );\n",
    put: '',
    by: ['hosts', 'is told of every answer'],
  },
  {
    name: 'GET beside HEAD',
    file: routes,
    find: "'GET, HEAD'",
    put: "'HEAD'",
    by: ['hosts', 'lets every step of an upload through'],
  },
  {
    name: 'a reader who leaves, where PHP knows it',
    file: 'includes/host.php',
    find: "if ( function_exists( 'ignore_user_abort' ) ) {",
    put: 'if ( true ) {',
    by: ['hosts', 'are not missed'],
  },
  {
    name: 'PHP’s time limit, where it can be lifted',
    file: 'includes/host.php',
    find: "if ( function_exists( 'set_time_limit' ) ) {",
    put: 'if ( true ) {',
    by: ['hosts', 'are not missed'],
  },
  {
    name: 'larger blocks, where PHP knows them',
    file: 'includes/body.php',
    find: "if ( function_exists( 'stream_set_chunk_size' ) ) {",
    put: 'if ( true ) {',
    by: ['hosts', 'are not missed'],
  },
  {
    name: 'free bytes, where PHP tells them',
    file: limits,
    find: "if ( ! function_exists( 'disk_free_space' ) ) {",
    put: 'if ( false ) {',
    by: ['hosts', 'are not missed'],
  },
  {
    name: 'seven days',
    file: 'includes/cleaning.php',
    find: "clipferry_helper_untouched( array( 'receiving', 'lost', 'mixed' ), clipferry_helper_days_unfinished() * DAY_IN_SECONDS, 500 ),",
    put: '',
    by: ['keeping', 'after seven days'],
  },
  {
    name: 'since when it is on',
    file: 'includes/switched-off.php',
    find: "	update_option( 'clipferry_helper_since', time(), false );",
    put: '',
    by: ['keeping', 'was switched off meanwhile'],
  },
  {
    name: 'a folder that was renamed',
    file: 'includes/switched-off.php',
    find: '	clipferry_helper_switched_on();\n	unset( $places',
    put: '	unset( $places',
    by: ['keeping', 'switched off by renaming'],
  },
  {
    name: 'nothing is left behind',
    file: 'uninstall.php',
    find: '	$wpdb->query( "UPDATE $wpdb->posts',
    put: '	strlen( "UPDATE $wpdb->posts',
    by: ['keeping', 'leaves nothing behind'],
  },
];
