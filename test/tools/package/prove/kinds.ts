// How each kind of package is installed, upgraded and removed, in the way that its users have.
import { type Built, packageFile } from './built.ts';
import { type FreshRoot, home } from './fresh-root.ts';

export interface Kind {
  readonly name: string;
  /** Whether the root has a device for FUSE. */
  readonly fuse: boolean;
  readonly desktopFile: string;
  /** Each resolves to what was seen, and rejects with what was wrong. */
  install(root: FreshRoot, version: string): Promise<string>;
  upgrade(root: FreshRoot, version: string): Promise<string>;
  remove(root: FreshRoot): Promise<string>;
  /** Where there is more to take away than `remove` does. */
  purge?(root: FreshRoot): Promise<string>;
}

const systemDesktopFile = '/usr/share/applications/clipferry.desktop';
const metainfo = '/usr/share/metainfo/app.clipferry.desktop.metainfo.xml';

/** Newer releases warn of it, and older ones do not know it: there is no page of the project yet. */
const noPage = 'url-homepage-missing';

async function validate(root: FreshRoot): Promise<void> {
  await root.must('desktop-file-validate', systemDesktopFile);
  const { text } = await root.run('appstreamcli', 'validate', '--no-net', metainfo);
  if (!text.includes('Validation')) throw new Error(`AppStream data were not looked at: ${text}`);
  const wrong = text.split('\n').filter((line) => /^\s*[EW]:/.test(line) && !line.includes(noPage));
  if (wrong.length > 0) throw new Error(wrong.join(', '));
}

/** Files of ours that lie anywhere but in people's homes; the logs and lists of the package manager tell of us for good. */
async function leftovers(root: FreshRoot): Promise<readonly string[]> {
  const pruned = ['/home', '/proc', '/sys', '/dev', '/mnt', '/var/log', '/var/lib/apt'].flatMap((folder) => [
    ...['-path', folder, '-prune', '-o'],
  ]);
  const found = await root.must('find', '/', ...pruned, '-iname', '*clipferry*', '-print');
  return found.split('\n').filter((line) => line !== '');
}

async function nothingLeft(root: FreshRoot): Promise<void> {
  const left = await leftovers(root);
  if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
}

function deb(built: Built): Kind {
  const apt = (root: FreshRoot, ...args: readonly string[]): Promise<string> =>
    root.must('apt-get', '-y', '-o', 'APT::Sandbox::User=root', ...args);
  const install = (root: FreshRoot, version: string): Promise<string> =>
    apt(root, 'install', '--no-install-recommends', `/mnt/packages/${packageFile(built, 'deb', version)}`);
  return {
    name: 'deb',
    fuse: true,
    desktopFile: systemDesktopFile,
    install: async (root, version) => {
      await install(root, version);
      await validate(root);
      await root.must('dpkg', '--verify', built.name);
      return 'by apt; desktop file and AppStream data are valid';
    },
    upgrade: async (root, version) => {
      await install(root, version);
      return 'by apt while it was sending';
    },
    remove: async (root) => {
      await apt(root, 'remove', built.name);
      const left = (await leftovers(root)).filter((file) => !file.startsWith('/var/lib/dpkg/info/'));
      if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
      return 'by apt';
    },
    purge: async (root) => {
      const said = await apt(root, 'purge', built.name);
      await nothingLeft(root);
      const told = said.split('\n').find((line) => line.includes(`are kept in ${home}/.config/${built.product}`));
      if (told === undefined) throw new Error(`apt does not tell where the profile is:\n${said}`);
      return `told: ${told.trim()}`;
    },
  };
}

/** Libraries under the names that Debian has for them, as for a .deb: what follows does not bring any. */
async function debiansLibraries(root: FreshRoot, built: Built): Promise<void> {
  const file = `/mnt/packages/${packageFile(built, 'deb', built.versions[0])}`;
  const needs = await root.must('dpkg-deb', '--field', file, 'Depends');
  await root.must('apt-get', 'satisfy', '-qq', '-y', '--no-install-recommends', needs.trim());
}

function rpm(built: Built): Kind {
  const file = (version: string): string => `/mnt/packages/${packageFile(built, 'rpm', version)}`;
  return {
    name: 'rpm',
    fuse: true,
    desktopFile: systemDesktopFile,
    install: async (root, version) => {
      await debiansLibraries(root, built);
      await root.must('rpm', '--install', '--nodeps', file(version));
      await validate(root);
      await root.must('rpm', '--verify', '--nodeps', built.name);
      return 'by rpm, with Debian’s libraries: nothing here knows the names that Fedora has for them';
    },
    upgrade: async (root, version) => {
      await root.must('rpm', '--upgrade', '--nodeps', file(version));
      return 'by rpm while it was sending';
    },
    remove: async (root) => {
      const said = await root.must('rpm', '--erase', built.name);
      await nothingLeft(root);
      // Newer rpm keeps homes out of sight of its scripts.
      const places = [`${home}/.config/${built.product}`, `.config/${built.product} of the homes of those who used it`];
      const told = said.split('\n').find((line) => places.some((place) => line.includes(`are kept in ${place}`)));
      if (told === undefined) throw new Error(`rpm does not tell where the profile is:\n${said}`);
      return `by rpm; told: ${told.trim()}`;
    },
  };
}

const image = `${home}/Applications/Clipferry.AppImage`;

/** As programs do that put AppImages into menus: its own desktop file, with the place where it lies. */
const putIntoMenu = `set -e
mkdir -p ~/.local/share/applications
cd "$(mktemp -d)"
"$1" --appimage-extract >/dev/null
sed "s|^Exec=AppRun|Exec=$1|" squashfs-root/clipferry.desktop >~/.local/share/applications/clipferry.desktop
desktop-file-validate ~/.local/share/applications/clipferry.desktop
rm -r "$PWD"`;

function appImage(built: Built, fuse: boolean): Kind {
  /** The old one goes on running: it is replaced, not written to. */
  const put = async (root: FreshRoot, version: string): Promise<void> => {
    await root.mustAsUser('mkdir', '-p', `${home}/Applications`);
    await root.mustAsUser('cp', `/mnt/packages/${packageFile(built, 'AppImage', version)}`, `${image}.new`);
    await root.mustAsUser('chmod', '+x', `${image}.new`);
    await root.mustAsUser('mv', `${image}.new`, image);
  };
  return {
    name: fuse ? 'AppImage' : 'AppImage-unpacked',
    fuse,
    desktopFile: `${home}/.local/share/applications/clipferry.desktop`,
    install: async (root, version) => {
      await debiansLibraries(root, built);
      await put(root, version);
      await root.mustAsUser('sh', '-c', putIntoMenu, 'sh', image);
      return fuse ? 'put into the menu' : 'put into the menu of a system without FUSE';
    },
    upgrade: async (root, version) => {
      await put(root, version);
      return 'replaced while it was sending';
    },
    remove: async (root) => {
      await root.mustAsUser('rm', image);
      await nothingLeft(root);
      return 'deleted; nothing is left of what it mounted or unpacked';
    },
  };
}

export const kindsOf = (built: Built): readonly Kind[] => [
  deb(built),
  rpm(built),
  appImage(built, true),
  appImage(built, false),
];
