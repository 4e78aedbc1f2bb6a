// Which programs hold files open for writing: read from /proc, which shows a user his own programs (proc(5)).
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import type { HeldFile } from '../ports.ts';

/** Who holds a file; `program` = the name of its program file, '' where that is not shown. */
export interface Holder {
  readonly pid: string;
  readonly program: string;
}

const nothing = Symbol('nothing');

/** Programs end, and other people's are not shown, while one reads. */
function orNothing<T>(read: () => T): T | typeof nothing {
  try {
    return read();
  } catch {
    return nothing;
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The files that are looked for, by what the system's tables say of an open file before it is asked for its own identity. */
class Wanted {
  readonly #byId = new Map<string, string[]>();
  readonly #names = new Set<string>();
  readonly #inodes = new Set<string>();

  constructor(files: readonly HeldFile[]) {
    for (const { device, inode, path } of files) {
      const id = `${device}:${inode}`;
      const known = this.#byId.get(id);
      if (known) known.push(path);
      else this.#byId.set(id, [path]);
      this.#names.add(nameOf(path));
      this.#inodes.add(inode);
    }
  }

  /** On layered disks the tables have inodes of their own, and a file with two names is open under one of them. */
  mayBe(path: string, inode: string | null): boolean {
    return (inode !== null && this.#inodes.has(inode)) || this.#names.has(nameOf(path));
  }

  /** What of them lies at this place; asked only for what may be one of them, as a dead disk never answers. */
  at(place: string): readonly string[] {
    const stat = orNothing(() => statSync(place, { bigint: true }));
    return stat === nothing ? [] : (this.#byId.get(`${stat.dev}:${stat.ino}`) ?? []);
  }
}

/** Open for writing: O_WRONLY or O_RDWR in the octal flags of /proc/PID/fdinfo. */
const writes = (info: string): boolean => (Number.parseInt(/^flags:\s*(\d+)/m.exec(info)?.[1] ?? '0', 8) & 3) !== 0;

/** Sockets, pipes and the like are no paths; devices are no clips, but for what lies on the disk in memory among them. */
const isFilePath = (link: string): boolean => link.startsWith('/') && !/^\/dev\/(?!shm\/)/.test(link);

function heldByHandles(process: string, wanted: Wanted): readonly string[] {
  const handles = orNothing(() => readdirSync(`${process}/fd`));
  if (handles === nothing) return [];
  return handles.flatMap((handle) => {
    const link = orNothing(() => readlinkSync(`${process}/fd/${handle}`));
    if (link === nothing || !isFilePath(link)) return [];
    const info = orNothing(() => readFileSync(`${process}/fdinfo/${handle}`, 'latin1'));
    if (info === nothing || !writes(info)) return [];
    const inode = /^ino:\s*(\d+)/m.exec(info)?.[1] ?? null;
    return wanted.mayBe(link, inode) ? wanted.at(`${process}/fd/${handle}`) : [];
  });
}

/** address, rights, offset, device, inode, path: writable and shared is written through, also where the file was closed since. */
const mapping = /^\S+ .w.s \S+ \S+ (\d+) +(\/.*)$/gm;

function heldByMappings(process: string, wanted: Wanted): readonly string[] {
  const maps = orNothing(() => readFileSync(`${process}/maps`, 'utf8'));
  if (maps === nothing) return [];
  return [...maps.matchAll(mapping)].flatMap(([, inode = '', path = '']) =>
    wanted.mayBe(path, inode) ? wanted.at(`${process}/root${path}`) : [],
  );
}

function programOf(process: string): string {
  const link = orNothing(() => readlinkSync(`${process}/exe`));
  return link === nothing ? '' : nameOf(link).replace(/ \(deleted\)$/, '');
}

/**
 * Who holds which of these files, by path; null = the system does not show it. `before` = who held them at the last look: as long as
 * each of them still does, no other program is looked at. `proc` = where the system shows its programs.
 */
export function findHolders(
  files: readonly HeldFile[],
  before: ReadonlyMap<string, Holder>,
  proc = '/proc',
): ReadonlyMap<string, Holder> | null {
  const found = new Map<string, Holder>();
  const look = (pid: string, among: Wanted): void => {
    const process = `${proc}/${pid}`;
    const held = [...heldByHandles(process, among), ...heldByMappings(process, among)];
    for (const path of held) if (!found.has(path)) found.set(path, { pid, program: programOf(process) });
  };
  const known = new Set(files.flatMap(({ path }) => before.get(path)?.pid ?? []));
  const all = new Wanted(files);
  for (const pid of known) look(pid, all);
  const left = files.filter(({ path }) => !found.has(path));
  if (left.length === 0) return found;
  const programs = orNothing(() => readdirSync(proc).filter((name) => /^\d+$/.test(name)));
  if (programs === nothing || programs.length === 0) return null;
  const wanted = new Wanted(left);
  for (const pid of programs) look(pid, wanted);
  return found;
}
