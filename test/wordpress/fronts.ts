// The web servers before the test site: PHP's built-in one, and Apache with php-fpm, whose headers and bodies fare differently.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, type Person, type Program, startProgram, untilFree, versioned } from './programs.ts';

/** PHP's own settings, such as `post_max_size`. */
export type PhpSettings = Readonly<Record<string, string>>;

export interface FrontOptions {
  readonly kind: 'built-in' | 'apache';
  /** 127.0.0.1 when left out; 127.0.0.2 plays a site in production. */
  readonly host?: string;
  readonly php?: PhpSettings;
  /** Built-in only. */
  readonly env?: Readonly<Record<string, string>>;
  /** Apache only: without CGIPassAuth and without the platform's rewrite line, php-fpm never sees the header (platform facts, section 3). */
  readonly stripAuthorization?: boolean;
  /**
   * Apache only: the most bytes of a body before it answers 413 itself. Its LimitRequestBody holds for mod_php and CGI, but not
   * for what is handed on to php-fpm with its length known (measured with 2.4), so a rule does the same here.
   */
  readonly limitRequestBody?: number;
}

export interface Front {
  readonly kind: FrontOptions['kind'];
  /** Without a slash at the end. */
  readonly url: string;
  /** Apache only, by the practice site's certificate; null with the built-in server. */
  readonly httpsUrl: string | null;
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

const defaults: PhpSettings = {
  upload_max_filesize: '64M',
  post_max_size: '80M',
  memory_limit: '256M',
  max_execution_time: '120',
  display_errors: '0',
  'opcache.enable_cli': '1',
};

const tls = (name: string): string => fileURLToPath(new URL(`../site/tls/${name}`, import.meta.url));

async function builtIn({ www, person }: Place, options: FrontOptions, { port }: Ports): Promise<Front> {
  const host = options.host ?? '127.0.0.1';
  const settings = Object.entries({ ...defaults, ...options.php }).flatMap(([name, value]) => [
    '-d',
    `${name}=${value}`,
  ]);
  const program = await startProgram({
    command: 'php',
    args: [...settings, '-S', `${host}:${port}`, '-t', www, join(www, '..', 'router.php')],
    person,
    cwd: www,
    env: { ...options.env, PHP_CLI_SERVER_WORKERS: '4' },
    ready: /Development Server .* started/,
  });
  return { kind: 'built-in', url: `http://${host}:${port}`, httpsUrl: null, stop: program.stop };
}

function fpmConfig({ www, folder }: Place, php: PhpSettings): string {
  const settings = Object.entries({ ...defaults, ...php }).map(
    ([name, value]) => `php_admin_value[${name}] = ${value}`,
  );
  return `[global]
error_log = /dev/stderr
daemonize = no
[www]
listen = ${folder}/fpm.sock
pm = static
pm.max_children = 4
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
Listen 127.0.0.1:${port}
Listen 127.0.0.1:${httpsPort}
TypesConfig /etc/mime.types
AddType video/mp4 .mp4 .m4v
DocumentRoot ${www}
<Directory ${www}>
  AllowOverride None
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

async function apache(place: Place, options: FrontOptions, key: string, ports: Ports): Promise<Front> {
  const { folder, person, www } = place;
  const { port, httpsPort } = ports;
  writeFileSync(join(folder, 'fpm.conf'), fpmConfig(place, options.php ?? {}));
  writeFileSync(join(folder, 'apache.conf'), apacheConfig(place, options, port, httpsPort));
  writeFileSync(join(folder, 'server-key.pem'), key);
  const fpm: Program = await startProgram({
    command: versioned('/usr/sbin', /^php-fpm[\d.]+$/),
    args: ['--fpm-config', join(folder, 'fpm.conf'), '--nodaemonize', '--force-stderr'],
    person,
    cwd: www,
    ready: /ready to handle connections/,
  });
  try {
    const server = await startProgram({
      command: 'apache2',
      args: ['-f', join(folder, 'apache.conf'), '-DFOREGROUND'],
      person,
      cwd: www,
      ready: /resuming normal operations/,
    });
    return {
      kind: 'apache',
      url: `http://127.0.0.1:${port}`,
      httpsUrl: `https://127.0.0.1:${httpsPort}`,
      stop: async () => {
        await server.stop();
        await fpm.stop();
      },
    };
  } catch (error) {
    await fpm.stop();
    throw error;
  }
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
  return options.kind === 'apache'
    ? apache(place, options, key, { port, httpsPort })
    : builtIn(place, options, { port, httpsPort });
}
