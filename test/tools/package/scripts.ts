// The scripts of a package in the words of each package manager: when they run, and nothing of that in the scripts themselves; pure.

const withoutHead = (script: string): string => script.replace(/^#!.*\n/, '');

const debWhen = {
  // Also after an upgrade; never where a failed one is taken back.
  afterInstall: '[ "$1" = configure ] || exit 0',
  // Not in the middle of an upgrade, where the newer one's files lie there already.
  afterRemove: 'case "$1" in remove | purge) ;; *) exit 0 ;; esac',
};

const rpmWhen = {
  afterInstall: '',
  // How many versions are left: none when it is not an upgrade.
  afterRemove: '[ "$1" = 0 ] || exit 0',
};

/** A file that dpkg starts. */
export const debScript = (kind: keyof typeof debWhen, script: string): string =>
  `#!/bin/sh\nset -e\n${debWhen[kind]}\n${withoutHead(script)}`;

/** A part of a spec file, in which `%` begins a macro. */
export const rpmScript = (kind: keyof typeof rpmWhen, script: string): string =>
  `set -e\n${rpmWhen[kind]}\n${withoutHead(script)}`.replaceAll('%', '%%');
