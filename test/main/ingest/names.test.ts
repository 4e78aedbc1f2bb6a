// Which names are clips, and which are never one or not one yet.
import { describe, expect, it } from 'vitest';
import { companions, isClipName, isMachineFolder } from '../../../main/ingest/names.ts';

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

  it('knows the folders that programs keep for themselves', () => {
    const machine = ['Adobe Premiere Pro Video Previews', 'CacheClip', 'Film.fcpbundle', '@eaDir', 'x.mp4.download'];
    expect(machine.filter(isMachineFolder)).toEqual(machine);
    expect(['DCIM', 'Proxies', 'Day 2', 'Premiere'].filter(isMachineFolder)).toEqual([]);
  });

  it('names what lies beside a file that is being fetched', () => {
    expect(companions('a.mp4')).toContain('a.mp4.aria2');
  });
});
