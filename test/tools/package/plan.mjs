// Which packages this machine can make, from what, and what is left out for which reason; pure.

/** `commands` have to be on the path; `packages` are Debian's that bring them, and what is compiled against. */
export const kinds = [
  // What software centres show is looked through by AppStream's own tool.
  { kind: 'deb', platform: 'linux', commands: ['dpkg-deb'], packages: ['appstream'] },
  { kind: 'rpm', platform: 'linux', commands: ['rpmbuild'], packages: ['rpm'] },
  {
    kind: 'AppImage',
    platform: 'linux',
    commands: ['mksquashfs', 'desktop-file-validate', 'gcc'],
    packages: [
      ...[
        'squashfs-tools',
        'desktop-file-utils',
        'gcc',
        'libc6-dev',
        'libsquashfuse-dev',
        'libfuse3-dev',
        'libzstd-dev',
      ],
      // With it an AppImage is mounted, as on a desktop, when it is started to prove it.
      'fuse3',
    ],
  },
  { kind: 'tar.gz', platform: 'linux', commands: ['7za'], packages: ['p7zip-full'] },
  { kind: 'zip', platform: 'win', commands: ['7za'], packages: ['p7zip-full'] },
];

/** What the builder is told on the two other systems, which nobody has tried yet: their own kinds alone, with the runtime that it fetches. */
export const ownKinds = {
  darwin: ['--mac', 'dmg', 'zip', '--universal'],
  win32: ['--win', 'nsis', 'zip', '--x64'],
};

/** What is made nowhere but on the system that it is for, or with tools that have to be fetched from GitHub. */
const notHere = [
  { kind: 'set-up for Windows', reason: 'plugins of NSIS come from GitHub alone' },
  { kind: 'dmg', reason: 'only macOS makes it' },
];

const missingText = (commands, packages) =>
  `${commands.join(', ')} cannot be found and was not installed${packages.length > 0 ? `; Debian: ${packages.join(' ')}` : ''}`;

/**
 * `has` says whether a command is there; `problems` are other reasons, by kind.
 * Returns `{ make, leftOut }`: kinds, and `{ kind, reason }` of each other one.
 */
export function planPackages(has, problems = {}) {
  const make = [];
  const leftOut = [];
  for (const kind of kinds) {
    const missing = kind.commands.filter((command) => !has(command));
    const reason = missing.length === 0 ? problems[kind.kind] : missingText(missing, kind.packages);
    if (reason === undefined) make.push(kind);
    else leftOut.push({ kind: kind.kind, reason });
  }
  return { make, leftOut: [...leftOut, ...notHere] };
}
