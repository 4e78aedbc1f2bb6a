// Programs of the system that write files as people's computers have them: what is here is used, and what is not is told.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Errand {
  /** Where the file is to lie. */
  readonly path: string;
  /** A file with the bytes that it is to have. */
  readonly source: string;
  /** Seconds that it may take, more or less, by the clock. */
  readonly seconds: number;
  readonly bytes: number;
}

export interface Program {
  readonly command: string;
  readonly arguments: (errand: Errand) => readonly string[];
  /** An older version of the same size lies there first. */
  readonly hasOld?: boolean;
  /** It makes its own film, whatever the source is. */
  readonly ownFilm?: true;
  /** What its own film is called. */
  readonly extension?: string;
}

/** A film of ffmpeg's own, at the speed of a recording. */
const film = (extension: string, ...more: readonly string[]): Program => ({
  ...{ command: 'ffmpeg', ownFilm: true, extension },
  arguments: ({ path, seconds }) => [
    ...['-nostdin', '-loglevel', 'error', '-y', '-re', '-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10'],
    // Its own serial number keeps two films apart.
    ...['-t', seconds.toFixed(1), '-metadata', `title=${path}`, '-flush_packets', '1', ...more, path],
  ],
});

/** Writes through a mapping, whose descriptor it has closed, from its end to its beginning. */
const mapped = `
import mmap, os, sys, time
path, source, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
data = open(source, 'rb').read()
handle = os.open(path, os.O_RDWR | os.O_CREAT)
os.ftruncate(handle, len(data))
view = mmap.mmap(handle, len(data))
os.close(handle)
step = max(1, len(data) // 6)
for at in reversed(range(0, len(data), step)):
    view[at:at + step] = data[at:at + step]
    time.sleep(seconds / 7)
view.close()
`;

export const programs = {
  cp: { command: 'cp', arguments: ({ source, path }) => [source, path] },
  'cp that leaves out zeros': { command: 'cp', arguments: ({ source, path }) => ['--sparse=always', source, path] },
  'cp with its time': { command: 'cp', arguments: ({ source, path }) => ['--preserve=timestamps', source, path] },
  'dd in small pieces': {
    command: 'dd',
    arguments: ({ source, path }) => [`if=${source}`, `of=${path}`, 'bs=512', 'status=none'],
  },
  install: { command: 'install', arguments: ({ source, path }) => ['-m', '644', source, path] },
  rsync: {
    command: 'rsync',
    arguments: ({ source, path, bytes, seconds }) => [
      `--bwlimit=${kibPerSecond(bytes, seconds)}`,
      '--times',
      source,
      path,
    ],
  },
  'rsync in place': {
    command: 'rsync',
    arguments: ({ source, path, bytes, seconds }) => [
      '--inplace',
      `--bwlimit=${kibPerSecond(bytes, seconds)}`,
      source,
      path,
    ],
  },
  'rsync in place over an old version': {
    ...{ command: 'rsync', hasOld: true },
    arguments: ({ source, path, bytes, seconds }) => [
      ...['--inplace', '--no-whole-file', '--ignore-times', `--bwlimit=${kibPerSecond(bytes, seconds)}`, source, path],
    ],
  },
  'a mapping': {
    command: 'python3',
    arguments: ({ path, source, seconds }) => ['-c', mapped, path, source, seconds.toFixed(2)],
  },
  'ffmpeg to MP4': film('mp4'),
  'ffmpeg to MP4, its index brought to the front': film('mp4', '-movflags', '+faststart'),
  'ffmpeg to fragments': film('mp4', '-movflags', '+frag_keyframe+empty_moov'),
  'ffmpeg to Matroska': film('mkv'),
  'ffmpeg to a live Matroska': film('mkv', '-live', '1'),
  'ffmpeg to a transport stream': film('mpg', '-f', 'mpegts'),
  'ffmpeg to FLV': film('flv'),
  'ffmpeg to Ogg': film('ogv', '-c:v', 'libtheora'),
} as const satisfies Readonly<Record<string, Program>>;

const kibPerSecond = (bytes: number, seconds: number): number => Math.max(1, Math.round(bytes / 1_024 / seconds));

export type ProgramName = keyof typeof programs;
export const programNames = Object.keys(programs) as readonly ProgramName[];

/** Some programs are for root or for other programs, and in nobody's PATH. */
const otherFolders = ['/usr/sbin', '/sbin', '/usr/lib/openssh'];
export const isHere = (command: string): boolean =>
  [...(process.env.PATH ?? '').split(delimiter), ...otherFolders].some((folder) => existsSync(join(folder, command)));

export const programsHere = (): readonly ProgramName[] => programNames.filter((name) => isHere(programs[name].command));

/** Resolves when it ended well. */
export function runProgram(name: ProgramName, errand: Errand): Promise<void> {
  const program: Program = programs[name];
  return new Promise((resolve, reject) => {
    const child = spawn(program.command, program.arguments(errand), { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text) => {
      said += String(text);
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}: ${said}`))));
  });
}
