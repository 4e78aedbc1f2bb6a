// The list of what was packaged: each file with its size and SHA-256, what runs inside, and what was left out for which reason; pure.

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

const kindsByEnding = [
  ['.deb', 'deb'],
  ['.rpm', 'rpm'],
  ['.AppImage', 'AppImage'],
  ['.tar.gz', 'tar.gz'],
  ['.zip', 'zip'],
  ['.exe', 'set-up'],
  ['.dmg', 'dmg'],
];

/** The kind of package that a file is by its name; undefined for what else lies there. */
export const kindOf = (name) => kindsByEnding.find(([ending]) => name.endsWith(ending))?.[1];

/** As `sha256sum --check` reads them. */
export const checksumsText = (packages) => packages.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join('');

/** `list`: as in packages.json. */
export function listText({ version, runtime, packages, leftOut }) {
  const width = Math.max(0, ...packages.map(({ file }) => file.length));
  const line = ({ file, bytes, sha256, started }) =>
    `${file.padEnd(width)}  ${megabytes(bytes).padStart(9)}  ${sha256}${started ? '' : '  not started here'}`;
  return [
    `Clipferry ${version} with ${runtime}`,
    ...packages.map(line),
    ...leftOut.map(({ kind, reason }) => `left out: ${kind} (${reason})`),
  ]
    .map((text) => `${text}\n`)
    .join('');
}
