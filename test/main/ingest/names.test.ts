// Which names are clips, and which are never one or not one yet.
import { describe, expect, it } from 'vitest';
import { companions, isClipName, isJunk, isMachineFolder } from '../../../main/ingest/names.ts';

describe('names', () => {
  it.each([
    'C0001.MP4',
    'Über München.mp4',
    'clip.part 2.mov',
    'tmp.mkv',
    '2026-11-20 10-42-00.mkv',
    'scene.f24.webm',
    'x.ts',
    '🎬.m2ts',
  ])('%s is called like a clip', (name) => {
    expect(isClipName(name)).toBe(true);
  });

  it.each([
    'Clip.mp4.part', // Firefox, wget and others
    'Clip.mp4.crdownload', // Chrome, Edge
    'Clip.mp4.opdownload', // Opera
    'Clip.mp4.download', // Safari
    'Clip.mp4.filepart', // WinSCP
    'Clip.mp4.!qB', // qBittorrent
    'Clip.mp4.!Sync', // Resilio
    'Clip.mp4.part-Frag12', // yt-dlp
    'Clip.temp.mp4', // yt-dlp while it joins
    'Clip.mp4.aria2',
    'Clip.mp4.tmp',
    '.Clip.mp4.Xk3J9a', // rsync
    '.syncthing.Clip.mp4.tmp',
    '~syncthing~Clip.mp4.tmp',
    '~$Clip.mp4',
    '._Clip.mp4', // macOS twin
    '.Clip.mp4.icloud',
    'Clip.mp4~',
    'Clip.jpg',
    'Clip.mp4.xmp',
    'mp4',
    'THM0001.THM',
  ])('%s is not', (name) => {
    expect(isClipName(name)).toBe(false);
  });

  it('keeps to the kinds that a rule names', () => {
    expect(['a.MP4', 'a.mov', 'mp4'].map((name) => isClipName(name, ['mp4']))).toEqual([true, false, false]);
  });

  it.each([
    ...['part', 'partial', 'parts', 'crdownload', 'opdownload', 'download', 'downloading', 'filepart', 'cyberduckpart'],
    ...['aria2', 'ytdl', 'tmp', 'temp', 'incomplete', 'inprogress', 'unfinished', '!ut', '!qb', '!bt', 'bc!', '!sync'],
    ...['syncpart', 'synctemp', 'bts', 'td', 'xltd', 'jc!', 'rsls', 'icloud', 'drivedownload'],
  ])('a name that ends in .%s is of a file that is not whole yet', (extension) => {
    const names = [`Clip.mp4.${extension}`, `.${extension}`, `Clip.${extension.toUpperCase()}`];
    expect(names.map(isJunk)).toEqual([true, true, true]);
    expect([extension, `${extension}.mp4`, `Clip.mp4.${extension}x`].map(isJunk)).toEqual([false, false, false]);
  });

  it.each([
    ['Clip.mp4.fuse_hidden', true],
    ['Clip.mp4.fuse_hidden0000001f', true],
    ['Clip.fuse_hidden1.mp4', false],
    ['Clip.fuse_hidden-.mp4', false],
    ['Clip.mp4.part-Frag7', true],
    ['Clip.mp4.part-Frag12.part', true],
    ['Clip.part-Frag12.mp4', false],
    ['Clip.part-frag.mp4', false],
    ['Clip.temp.webm', true],
    ['Clip.temp.ts', true],
    ['Clip.temp.x', false],
    ['Clip.temp.video', false],
    ['Clip.temp.mp4.mov', false],
    ['Clip~', true],
    ['Clip~1.mp4', false],
    ['~DL12.mp4', true],
    ['My ~dl.mp4', false],
    ['megatmp.1', true],
    ['$RECYCLE.BIN', true],
    ['$recycle.binary.mp4', false],
    ['My ~$ clip.mp4', false],
    ['Clip', false],
  ])('%s is left alone: %j', (name, isLeftAlone) => {
    expect(isJunk(name)).toBe(isLeftAlone);
  });

  it('knows the folders that programs keep for themselves', () => {
    const machine = [
      ...['Adobe Premiere Pro Video Previews', 'Adobe Premiere Pro Audio Previews', 'Adobe Premiere Pro Auto-Save'],
      ...['CacheClip', 'Media Cache', 'Media Cache Files', 'ProxyMedia', 'OptimizedMedia', 'Film.fcpbundle', '@eaDir'],
      ...['#recycle', 'lost+found', 'System Volume Information', 'x.mp4.download', 'a.prv', 'a.photoslibrary', 'a.app'],
      ...['a.imovielibrary', 'a.imoviemobile', 'a.tvlibrary'],
    ];
    expect(machine.filter(isMachineFolder)).toEqual(machine);
    const people = [
      ...['DCIM', 'Proxies', 'Day 2', 'Premiere', 'My CacheClip', 'CacheClips', 'Media Cache Files 2', 'lostfound'],
      ...['a.application', 'app', 'Old Media Cache'],
    ];
    expect(people.filter(isMachineFolder)).toEqual([]);
  });

  it('names what lies beside a file that is being fetched', () => {
    expect(companions('a.mp4')).toEqual(
      ['aria2', 'part', 'crdownload', 'filepart', 'ytdl'].map((end) => `a.mp4.${end}`),
    );
  });
});
