// Which volume a path leads into, by tables of mounts as real systems write them, and by paths alone where there is no table.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isShare,
  parseMounts,
  reachesRemote,
  reachesRemoteOnMac,
  remotePointsOnMac,
  volumeOf,
} from '../../../main/adapters/mounts.ts';

/** `id parent point`, in the form of /proc/self/mountinfo; the rest of a line is not looked at. */
const tableOf = (...lines: readonly string[]) =>
  parseMounts(
    lines.map((line) => line.replace(/^(\S+) (\S+) /, '$1 $2 0:21 / ').concat(' rw - ext4 /dev/sda rw')).join('\n'),
  );
const rootOf = (path: string, table: ReturnType<typeof tableOf>): string => volumeOf(path, table).root;

describe('by the table of mounts', () => {
  const table = tableOf(
    '1 0 /',
    '5 1 /mnt/nas',
    '6 5 /mnt/nas/deep',
    '7 1 /mnt/nas-two',
    '8 1 /media/My\\040card\\134x',
  );

  it.each([
    ['/', '/'],
    ['/mnt', '/'],
    ['/mnt/nas', '/mnt/nas'],
    ['/mnt/nas/', '/mnt/nas'],
    ['/mnt/nas/clip.mp4', '/mnt/nas'],
    ['/mnt/nas/deep/er/clip.mp4', '/mnt/nas/deep'],
    ['/mnt/nas-two/clip.mp4', '/mnt/nas-two'],
    ['/mnt/nasty/clip.mp4', '/'],
    ['/media/My card\\x/clip.mp4', '/media/My card\\x'],
    ['/media/My card', '/'],
  ])('%s is on %s', (path, root) => expect(rootOf(path, table)).toBe(root));

  it('takes the last of several mounts in one place, and none that is hidden beneath another', () => {
    const stacked = tableOf('1 0 /', '2 1 /mnt', '3 2 /mnt/nas', '4 2 /mnt', '5 4 /mnt/disk');
    expect(volumeOf('/mnt/clip.mp4', stacked).id).toBe('4');
    expect(volumeOf('/mnt/nas/clip.mp4', stacked).id).toBe('4');
    expect(volumeOf('/mnt/disk/clip.mp4', stacked).id).toBe('5');
  });

  it('finds the root wherever it stands in the table, and what covers it', () => {
    expect(volumeOf('/proc/1', tableOf('22 27 /proc', '27 1 /')).id).toBe('22');
    expect(volumeOf('/home', tableOf('27 1 /', '30 27 /')).id).toBe('30');
  });

  it('knows the disks of which nobody tells what changes on them, and what lies above them', () => {
    const line = (id: number, point: string, type: string): string =>
      `${id} 1 0:21 / ${point} rw,relatime - ${type} x rw`;
    const mounts = [line(1, '/', 'ext4'), line(2, '/home/ava/Videos/NAS', 'nfs4'), line(3, '/media/stick', 'vfat')];
    const mixed = parseMounts(mounts.join('\n')) ?? [];
    const remote = ['/home', '/home/ava/Videos', '/home/ava/Videos/NAS', '/home/ava/Videos/NAS/Card'];
    for (const folder of remote) expect(reachesRemote(folder, mixed), folder).toBe(true);
    for (const folder of ['/home/ava/Vid', '/home/ava/Videos/NAS2', '/media/stick', '/media'])
      expect(reachesRemote(folder, mixed), folder).toBe(false);
    const kinds = [
      ...['nfs', 'nfs4', 'cifs', 'smb', 'smb3', 'smbfs', 'ncpfs', '9p', 'afs', 'autofs', 'ceph', 'coda', 'glusterfs'],
      ...['fuse', 'fuse.sshfs', 'fuseblk', 'gpfs', 'lustre', 'orangefs', 'beegfs', 'beegfs_nodev', 'davfs', 'davfs2'],
      ...['vboxsf', 'vmhgfs', 'prl_fs', 'virtiofs'],
    ];
    for (const type of kinds)
      expect(reachesRemote('/m', parseMounts(`${line(1, '/', 'btrfs')}\n${line(2, '/m', type)}`) ?? [])).toBe(true);
    for (const type of [
      'ext4',
      'xfs',
      'apfs',
      'exfat',
      'ntfs3',
      'tmpfs',
      'overlay',
      'zfs',
      'xnfs',
      'nfsd',
      'virtiofs2',
    ])
      expect(reachesRemote('/m', parseMounts(`${line(1, '/', 'btrfs')}\n${line(2, '/m', type)}`) ?? [])).toBe(false);
  });

  it('is what its lines say, without those that say nothing of a place', () => {
    const mount = { id: '1', parent: '0', point: '/', type: 'ext4' };
    const lines = ['1 0 8:1 / / rw - ext4 /dev/sda rw', '', '7', '7 8', '7 8 9:1 /', '7 8 9:1 / net:[4026532000] rw'];
    expect(parseMounts(lines.join('\n'))).toEqual([mount]);
    expect(parseMounts('1 0 8:1 / / rw')).toEqual([{ ...mount, type: '' }]);
    expect([parseMounts(''), parseMounts('7 8\n')]).toEqual([null, null]);
  });

  it('without a root has one all the same, which is no disk of others', () => {
    const rootless = tableOf('2 1 /mnt');
    expect([volumeOf('/home', rootless), volumeOf('/mnt/a', rootless)]).toEqual([
      { id: '/', root: '/' },
      { id: '/', root: '/' },
    ]);
    expect(reachesRemote('/home', rootless ?? [])).toBe(false);
  });

  it('reads names in any script', () => {
    const bytes = Buffer.from('Grüße ñ 카메라').toString('latin1').replaceAll(' ', '\\040');
    expect(rootOf('/media/Grüße ñ 카메라/clip.mp4', tableOf('1 0 /', `2 1 /media/${bytes}`))).toBe(
      '/media/Grüße ñ 카메라',
    );
  });

  it('ends in a table whose mounts lie over each other in a circle', () => {
    expect(rootOf('/a/clip.mp4', tableOf('1 0 /', '2 1 /a', '1 2 /a'))).toMatch(/^\/a?$/);
  });

  it('reads what this computer says', () => {
    if (process.platform !== 'linux') return;
    const here = parseMounts(readFileSync('/proc/self/mountinfo', 'latin1'));
    expect(rootOf('/proc/self/mountinfo', here)).toBe('/proc');
  });

  it('throws for nothing that a table or a path can hold, and names a place on the way', () => {
    const names = fc.string({ unit: fc.constantFrom('a', '/', ' ', '\\', '0', '4', '\n', 'ü'), maxLength: 30 });
    const numbers = fc.integer({ min: 0, max: 4 });
    const lines = fc.array(fc.tuple(numbers, numbers, names), { maxLength: 6 });
    fc.assert(
      fc.property(lines, names, (mounts, name) => {
        const wild = parseMounts(mounts.map(([id, parent, point]) => `${id} ${parent} 0:1 / /${point} rw`).join('\n'));
        expect(`/${name}/`.startsWith(rootOf(`/${name}`, wild).replace(/\/*$/, ''))).toBe(true);
      }),
    );
  });
});

describe('by the path alone', () => {
  it.each([
    ['/Users/ava/clip.mp4', '/'],
    ['/Volumes/NAS/clip.mp4', '/volumes/nas'],
    ['/Volumes', '/'],
    ['C:\\Users\\ava', 'c:'],
    ['c:/Users/ava', 'c:'],
    ['\\\\?\\C:\\Users', 'c:'],
    ['\\\\Server\\Share\\clip.mp4', 'server\\share'],
    ['\\\\?\\UNC\\server\\share\\clip.mp4', 'server\\share'],
    ['//server/share/clip.mp4', 'server\\share'],
    ['\\\\?\\Volume{1B2C}\\clip.mp4', 'volume{1b2c}'],
    ['/mnt/Volumes/NAS/clip.mp4', '/'],
    ['\\\\server\\\\share\\clip.mp4', 'server\\share'],
    ['C:\\films\\\\one\\two', 'c:'],
    ['\\\\.\\pipe\\a', ''],
    ['\\\\?\\GLOBALROOT\\a', ''],
    ['films\\C:\\clip.mp4', ''],
    ['clip.mp4', ''],
  ])('%s is on %s', (path, id) => expect(volumeOf(path, null).id).toBe(id));

  it.each([
    ['/Volumes/NAS/clip.mp4', '/Volumes/NAS'],
    ['C:\\Users\\ava', 'C:\\'],
    ['\\\\?\\c:\\Users', '\\\\?\\c:\\'],
    ['\\\\Server\\Share\\clip.mp4', '\\\\Server\\Share'],
    ['clip.mp4', 'clip.mp4'],
  ])('%s begins at %s', (path, root) => expect(volumeOf(path, null).root).toBe(root));
});

describe('on a Mac', () => {
  const points = remotePointsOnMac(
    [
      '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
      'devfs on /dev (devfs, local, nobrowse)',
      'map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)',
      '//ava@nas._smb._tcp.local/films on /Volumes/films (smbfs, nodev, nosuid, mounted by ava)',
      'nas:/export/My clips on /Volumes/My clips (new) (nfs, nodev, nosuid)',
      '//ava@old/share on /Volumes/Old (afpfs, nodev)',
      'https://dav.example/ on /Volumes/dav (webdav, nodev, noexec)',
      'ava@host: on /Users/ava/far (macfuse, nodev, synchronous)',
      'rclone@osxfuse0 on /Users/ava/cloud (osxfuse, nodev)',
      '/dev/disk4s2 on /Volumes/smbfs (exfat, local, nodev)',
      '',
    ].join('\n'),
  );

  it('network disks are known by their kind, whatever they are called', () => {
    expect(points).toEqual([
      ...['/Volumes/films', '/Volumes/My clips (new)', '/Volumes/Old', '/Volumes/dav'],
      ...['/Users/ava/far', '/Users/ava/cloud'],
    ]);
    expect(remotePointsOnMac('mount: what is that?')).toEqual([]);
  });

  it.each([
    ['/Volumes/films', true],
    ['/volumes/FILMS/today', true],
    ['/Volumes/films-two', false],
    ['/Users/ava', true],
    ['/Users/ava/Movies', false],
    ['/', true],
    ['/Volumes/smbfs', false],
  ])('%s lies on one or has one below it: %s', (folder, expected) => {
    expect(reachesRemoteOnMac(folder, points)).toBe(expected);
  });
});

it.each([
  ['\\\\server\\share\\a', true],
  ['//server/share', true],
  ['\\\\?\\UNC\\server\\share', true],
  ['\\\\?\\C:\\films', false],
  ['\\\\.\\PhysicalDrive0', false],
  ['C:\\films', false],
  ['\\films', false],
])('%s is a share: %s', (path, expected) => {
  expect(isShare(path)).toBe(expected);
});
