// Which volume a path leads into, by its text and the system's table of mounts alone: asking the volume itself could hang.
//
// On Linux every mount is a volume, found as the kernel finds it: from the root through the mounts on the way, so that bind
// mounts, stacked and hidden ones come out right. Elsewhere the path says it: /Volumes/x, C:, \\server\share.

/** One line of /proc/self/mountinfo (proc_pid_mountinfo(5)). */
export interface Mount {
  readonly id: string;
  readonly parent: string;
  readonly point: string;
  /** The kind of file system. */
  readonly type: string;
}

/** Null = there is no table: the path itself says it. */
export type MountTable = readonly Mount[] | null;

export interface Volume {
  /** Another mount in the same place is another volume; the id of one that is gone may come again in another place. */
  readonly id: string;
  /** The path that it begins at. */
  readonly root: string;
}

/** `text` holds one character per byte (latin1): blanks, tabs, newlines and backslashes in names are written as `\040` and so on. */
export function parseMounts(text: string): MountTable {
  const mounts = text.split('\n').flatMap((line) => {
    const [place = '', kind = ''] = line.split(' - ');
    const [id, parent, , , point] = place.split(' ');
    if (id === undefined || parent === undefined || point === undefined || !point.startsWith('/')) return [];
    const [type = ''] = kind.split(' ');
    const bytes = point.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
    return [{ id, parent, point: Buffer.from(bytes, 'latin1').toString('utf8'), type }];
  });
  return mounts.length > 0 ? mounts : null;
}

interface Tree {
  readonly root: Mount;
  /** By the mount that they lie on and their place; of several the last one covers the others. */
  readonly children: ReadonlyMap<string, Mount>;
}

const trees = new WeakMap<readonly Mount[], Tree>();
const childKey = (parent: string, point: string): string => `${parent} ${point}`;

function treeOf(mounts: readonly Mount[]): Tree {
  const known = trees.get(mounts);
  if (known) return known;
  const ids = new Set(mounts.map((mount) => mount.id));
  const isTop = ({ id, parent, point }: Mount): boolean => point === '/' && (parent === id || !ids.has(parent));
  const children = new Map(
    mounts.filter((mount) => !isTop(mount)).map((mount) => [childKey(mount.parent, mount.point), mount]),
  );
  const tree = { root: mounts.find(isTop) ?? { id: '/', parent: '/', point: '/', type: '' }, children };
  trees.set(mounts, tree);
  return tree;
}

function mountOf(path: string, mounts: readonly Mount[]): Mount {
  const { root, children } = treeOf(mounts);
  let at = covering(root, '/', children);
  for (let end = 0; end >= 0; ) {
    end = path.indexOf('/', end + 1);
    at = covering(at, end < 0 ? path : path.slice(0, end), children);
  }
  return at;
}

/** The last of the mounts that lie over each other in a place. A table in which they lie in a circle names none: it ends all the same. */
function covering(at: Mount, place: string, children: Tree['children']): Mount {
  let top = at;
  for (let left = children.size; left > 0; left--) {
    const next = children.get(childKey(top.id, place));
    if (next === undefined) break;
    top = next;
  }
  return top;
}

const disk = /^\/Volumes\/[^/]+/i;
/** `\\server\share`, also as `\\?\UNC\server\share`; what begins with `\\?\` or `\\.\` otherwise is no share. */
const share = /^[\\/]{2}(?:\?[\\/]UNC[\\/])?([^\\/]+)[\\/]+([^\\/]+)/i;
const drive = /^(?:[\\/]{2}\?[\\/])?([a-z]:|Volume\{[^}]*\})/i;

/** `path` is absolute. Throws nothing and touches no disk. */
export function volumeOf(path: string, table: MountTable): Volume {
  if (table) {
    const { id, point } = mountOf(path, table);
    return { id, root: point };
  }
  if (/^\/(?!\/)/.test(path)) {
    const [root] = disk.exec(path) ?? ['/'];
    // Names of volumes are told apart as the Mac tells them apart.
    return { id: root.normalize('NFC').toLowerCase(), root };
  }
  const [shared, server = '', name = ''] = share.exec(path) ?? [];
  if (shared !== undefined && server !== '?' && server !== '.')
    return { id: `${server}\\${name}`.toLowerCase(), root: shared };
  const [letter, id = ''] = drive.exec(path) ?? [];
  // Without its backslash a letter means the folder that is current there.
  return letter === undefined ? { id: '', root: path } : { id: id.toLowerCase(), root: `${letter}\\` };
}

/** Network disks, and what programs (FUSE: sshfs, rclone) or hosts of virtual machines show as one. */
const remoteTypes =
  /^(nfs\d*|cifs|smb\w*|ncpfs|9p|afs|autofs|ceph|coda|fuse\w*(\..*)?|glusterfs|gpfs|lustre|orangefs|beegfs\w*|davfs\w*|vboxsf|vmhgfs|prl_fs|virtiofs)$/;

/** True when the folder lies on a disk of which nobody tells what changes on it (F-38), or one is mounted somewhere below it. */
export function reachesRemote(folder: string, table: readonly Mount[]): boolean {
  const below = folder.endsWith('/') ? folder : `${folder}/`;
  return (
    remoteTypes.test(mountOf(folder, table).type) ||
    table.some(({ point, type }) => point.startsWith(below) && remoteTypes.test(type))
  );
}

/** What Macs call network disks, and what programs show as one (macFUSE has more than one name). */
const remoteOnMac = /^(smbfs|nfs|afpfs|webdav|cifs|ftp|(osx|mac)?fuse\w*)$/;

/** The network disks in what `/sbin/mount` of macOS says, line by line: "//ava@nas/films on /Volumes/films (smbfs, nodev, nosuid)". */
export function remotePointsOnMac(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const [, point = '', type = ''] = / on (\/.*) \(([^,()]+)[^()]*\)$/.exec(line) ?? [];
    return remoteOnMac.test(type) ? [point] : [];
  });
}

/** As `reachesRemote`, on a Mac: names are told apart there as in `volumeOf`. */
export function reachesRemoteOnMac(folder: string, points: readonly string[]): boolean {
  const within = (name: string): string => `${name.normalize('NFC').toLowerCase()}/`.replace(/\/+$/, '/');
  const here = within(folder);
  return points.map(within).some((point) => here.startsWith(point) || point.startsWith(here));
}

/** True for `\\server\share`, however it is written. */
export function isShare(path: string): boolean {
  const [, server = '?'] = share.exec(path) ?? [];
  return server !== '?' && server !== '.';
}
