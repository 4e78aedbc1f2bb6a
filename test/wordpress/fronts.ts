// The web servers before the test site: PHP's built-in one, Apache and nginx with php-fpm, whose headers and bodies fare differently.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, type Person, type Restartable, startRestartable, untilFree, versioned } from './programs.ts';

/** PHP's own settings, such as `post_max_size`. */
export type PhpSettings = Readonly<Record<string, string>>;

export interface FrontOptions {
  readonly kind: 'built-in' | 'apache' | 'nginx';
  /** 127.0.0.1 when left out; 127.0.0.2 plays a site in production. */
  readonly host?: string;
  readonly php?: PhpSettings;
  /** Built-in only. */
  readonly env?: Readonly<Record<string, string>>;
  /** Apache only: without CGIPassAuth and without the platform's rewrite line, php-fpm never sees the header (platform facts, section 3). */
  readonly stripAuthorization?: boolean;
  /**
   * The most bytes of a body before the web server answers 413 itself. Apache's LimitRequestBody holds for mod_php and CGI, but not
   * for what is handed on to php-fpm with its length known (measured with 2.4), so a rule does the same here. nginx has a limit by
   * itself: 1 MiB where nobody says otherwise.
   */
  readonly limitRequestBody?: number;
  /** Apache only: seconds of silence in a body before it gives the request up; its own usual is a minute. */
  readonly silenceSeconds?: number;
  /** nginx only: without the rule that WordPress' instructions have for what begins with a dot. */
  readonly servesHidden?: boolean;
  /** nginx only: what firewalls of hosts refuse with 403 (OWASP core rule set, rules 911100 and 920420). */
  readonly refuses?: 'all methods but GET, HEAD, POST and OPTIONS' | 'pieces';
  /** nginx only: another one before it keeps answers (proxy_cache), and asks by GET for what it was asked by HEAD. */
  readonly keepsAnswers?: boolean;
}

export interface Front {
  readonly kind: FrontOptions['kind'];
  /** Without a slash at the end. */
  readonly url: string;
  /** Apache only, by the practice site's certificate. */
  readonly httpsUrl: string | null;
  /** PHP with its workers, and the web server; behind the built-in one both are the same. */
  readonly php: Restartable;
  readonly web: Restartable;
  stop(): Promise<void>;
}

/** Ports of 127.0.0.1 that a front had before and gets again. */
interface Ports {
  readonly port: number;
  readonly httpsPort: number;
}

interface Place {
  /** The site's files. */
  readonly www: string;
  /** For sockets, configurations and logs of this front. */
  readonly folder: string;
  readonly person: Person;
}

const defaultsFor = ({ www }: Place): PhpSettings => ({
  upload_max_filesize: '64M',
  post_max_size: '80M',
  memory_limit: '256M',
  max_execution_time: '120',
  display_errors: '0',
  'opcache.enable_cli': '1',
  // A folder of the site's own, where a test sees what PHP keeps aside of a body that is still coming.
  upload_tmp_dir: join(www, '..', 'tmp'),
});

const tls = (name: string): string => fileURLToPath(new URL(`../site/tls/${name}`, import.meta.url));

async function builtIn(place: Place, options: FrontOptions, { port }: Ports): Promise<Front> {
  const { www, person } = place;
  const host = options.host ?? '127.0.0.1';
  const settings = Object.entries({ ...defaultsFor(place), ...options.php }).flatMap(([name, value]) => [
    '-d',
    `${name}=${value}`,
  ]);
  const program = await startRestartable({
    command: 'php',
    args: [...settings, '-S', `${host}:${port}`, '-t', www, join(www, '..', 'router.php')],
    person,
    cwd: www,
    env: { ...options.env, PHP_CLI_SERVER_WORKERS: '4' },
    ready: /Development Server .* started/,
  });
  const url = `http://${host}:${port}`;
  return { kind: 'built-in', url, httpsUrl: null, php: program, web: program, stop: program.stop };
}

/** Requests that php-fpm works on at once. */
export const fpmWorkers = 4;

function fpmConfig(place: Place, php: PhpSettings): string {
  const { www, folder } = place;
  const settings = Object.entries({ ...defaultsFor(place), ...php }).map(
    ([name, value]) => `php_admin_value[${name}] = ${value}`,
  );
  return `[global]
error_log = /dev/stderr
daemonize = no
[www]
listen = ${folder}/fpm.sock
pm = static
pm.max_children = ${fpmWorkers}
chdir = ${www}
${settings.join('\n')}
`;
}

function apacheConfig(place: Place, options: FrontOptions, port: number, httpsPort: number): string {
  const { www, folder } = place;
  const modules = ['mpm_event', 'authz_core', 'dir', 'mime', 'rewrite', 'proxy', 'proxy_fcgi', 'ssl', 'socache_shmcb'];
  const load = modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
  const limit =
    options.limitRequestBody === undefined
      ? ''
      : `RewriteCond expr "%{HTTP:Content-Length} -gt ${options.limitRequestBody}"
  RewriteRule .* - [R=413,L]`;
  // The line that the platform writes into .htaccess since 5.6.
  const pass = options.stripAuthorization ? '' : 'RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]';
  return `${load.join('\n')}
ServerName 127.0.0.1
PidFile ${folder}/apache.pid
ErrorLog /dev/stderr
LogLevel notice
Mutex file:${folder}
Timeout ${options.silenceSeconds ?? 60}
Listen 127.0.0.1:${port}
Listen 127.0.0.1:${httpsPort}
TypesConfig /etc/mime.types
AddType video/mp4 .mp4 .m4v
DocumentRoot ${www}
<Directory ${www}>
  AllowOverride All
  DirectoryIndex index.php
  RewriteEngine On
  ${limit}
  ${pass}
  RewriteBase /
  RewriteRule ^index\\.php$ - [L]
  RewriteCond %{REQUEST_FILENAME} !-f
  RewriteCond %{REQUEST_FILENAME} !-d
  RewriteRule . /index.php [L]
  <FilesMatch "\\.php$">
    SetHandler "proxy:unix:${folder}/fpm.sock|fcgi://localhost"
  </FilesMatch>
</Directory>
<VirtualHost 127.0.0.1:${httpsPort}>
  DocumentRoot ${www}
  SSLEngine on
  SSLCertificateFile ${tls('server.pem')}
  SSLCertificateKeyFile ${folder}/server-key.pem
</VirtualHost>
`;
}

function nginxConfig(
  { www, folder }: Place,
  { limitRequestBody, servesHidden, refuses, keepsAnswers }: FrontOptions,
  port: number,
): string {
  const kept = ['client_body', 'fastcgi', 'proxy', 'scgi', 'uwsgi'];
  const limit = limitRequestBody === undefined ? '' : `client_max_body_size ${limitRequestBody};`;
  // As WordPress' instructions have it (https://developer.wordpress.org/advanced-administration/server/web-server/nginx/).
  const hidden = servesHidden === true ? '' : 'location ~ /\\. { deny all; }';
  const allowed = 'if ($request_method !~ ^(GET|HEAD|POST|OPTIONS)$) { return 403; }';
  const noPieces = 'if ($http_content_type = "application/offset+octet-stream") { return 403; }';
  const refused = refuses === undefined ? '' : refuses === 'pieces' ? noPieces : allowed;
  const behind = keepsAnswers === true ? `unix:${folder}/behind.sock` : `127.0.0.1:${port}`;
  const keeper = `proxy_cache_path ${folder}/kept keys_zone=kept:1m;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://${behind};
      proxy_set_header Host $http_host;
      proxy_cache kept;
      proxy_cache_valid 200 1h;
    }
  }`;
  return `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr notice;
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${kept.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${limit}
  ${keepsAnswers === true ? keeper : ''}
  server {
    listen ${behind};
    root ${www};
    index index.php;
    ${hidden}
    ${refused}
    location / {
      try_files $uri $uri/ /index.php$is_args$args;
    }
    location ~ \\.php$ {
      try_files $uri =404;
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_pass unix:${folder}/fpm.sock;
    }
  }
}
`;
}

const startFpm = ({ folder, person, www }: Place): Promise<Restartable> =>
  startRestartable({
    command: versioned('/usr/sbin', /^php-fpm[\d.]+$/),
    args: ['--fpm-config', join(folder, 'fpm.conf'), '--nodaemonize', '--force-stderr'],
    person,
    cwd: www,
    ready: /ready to handle connections/,
  });

/** A web server before php-fpm. */
async function beforeFpm(
  place: Place,
  options: FrontOptions,
  start: () => Promise<Restartable>,
): Promise<Pick<Front, 'php' | 'web' | 'stop'>> {
  writeFileSync(join(place.folder, 'fpm.conf'), fpmConfig(place, options.php ?? {}));
  const php = await startFpm(place);
  try {
    const web = await start();
    return {
      php,
      web,
      stop: async () => {
        await web.stop();
        await php.stop();
      },
    };
  } catch (error) {
    await php.stop();
    throw error;
  }
}

async function apache(place: Place, options: FrontOptions, key: string, ports: Ports): Promise<Front> {
  const { folder, person, www } = place;
  const { port, httpsPort } = ports;
  writeFileSync(join(folder, 'apache.conf'), apacheConfig(place, options, port, httpsPort));
  writeFileSync(join(folder, 'server-key.pem'), key);
  const programs = await beforeFpm(place, options, () =>
    startRestartable({
      command: 'apache2',
      args: ['-f', join(folder, 'apache.conf'), '-DFOREGROUND'],
      person,
      cwd: www,
      ready: /resuming normal operations/,
      pidFile: join(folder, 'apache.pid'),
    }),
  );
  const [url, httpsUrl] = [`http://127.0.0.1:${port}`, `https://127.0.0.1:${httpsPort}`];
  return { kind: 'apache', url, httpsUrl, ...programs };
}

async function nginx(place: Place, options: FrontOptions, { port }: Ports): Promise<Front> {
  const { folder, person, www } = place;
  writeFileSync(join(folder, 'nginx.conf'), nginxConfig(place, options, port));
  const programs = await beforeFpm(place, options, () =>
    startRestartable({
      command: 'nginx',
      // Before it has read where its log is it tries the system's, says that it may not, and goes on; 1.18 cannot be told otherwise.
      args: ['-c', join(folder, 'nginx.conf')],
      person,
      cwd: www,
      ready: /start worker process /,
    }),
  );
  return { kind: 'nginx', url: `http://127.0.0.1:${port}`, httpsUrl: null, ...programs };
}

/**
 * Starts a web server before the site. `key` = the test certificate's private key; `before` = one that has ended and whose
 * address this one takes over.
 */
export async function startFront(place: Place, options: FrontOptions, key: string, before?: Front): Promise<Front> {
  mkdirSync(place.folder, { recursive: true });
  const portOf = (url: string | null | undefined): number | null => (url ? Number(new URL(url).port) : null);
  const host = options.host ?? '127.0.0.1';
  const port = portOf(before?.url) ?? (await freePort(host));
  const httpsPort = portOf(before?.httpsUrl) ?? (await freePort(host));
  if (before) for (const one of [port, httpsPort]) await untilFree(one, host);
  const ports = { port, httpsPort };
  switch (options.kind) {
    case 'apache':
      return apache(place, options, key, ports);
    case 'nginx':
      return nginx(place, options, ports);
    case 'built-in':
      return builtIn(place, options, ports);
  }
}
