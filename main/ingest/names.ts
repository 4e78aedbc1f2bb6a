// What a name alone says: is it called like a clip, or like something that is never one or not one yet?
//
// Names only ever leave out. Recorders and editors that write under the final name from the start (OBS, Premiere, Media Encoder,
// DaVinci Resolve) are met by the container's own word in recognise.ts.

/** Extensions taken from folders; a file that was named itself is looked at whatever it is called. */
export const videoExtensions = [
  ...['mp4', 'm4v', 'mov', 'qt', 'webm', 'mkv', 'avi', 'wmv', 'asf', 'flv', 'f4v', 'mpg', 'mpeg', 'm2v', 'vob'],
  ...['ts', 'mts', 'm2ts', '3gp', '3g2', 'ogv', 'mxf'],
] as const;

const videoName = new RegExp(`\\.(${videoExtensions.join('|')})$`, 'i');

/** Never clips, whatever comes behind: hidden files, rsync's `.name.XXXXXX`, macOS twins `._name`, editors' locks `~$name`. */
const hidden = /^(\.|~\$)/;

/** Beginnings of names under which copies are made. */
const copying = /^(~syncthing~|\$recycle\.bin$|megatmp\.|~dl)/i;

/** Extensions that browsers, downloaders, sync programs, FTP programs and exporters use until a file is whole. */
const growingExtensions: ReadonlySet<string> = new Set([
  ...['part', 'partial', 'parts', 'crdownload', 'opdownload', 'download', 'downloading', 'filepart', 'cyberduckpart'],
  ...['aria2', 'ytdl', 'tmp', 'temp', 'incomplete', 'inprogress', 'unfinished', '!ut', '!qb', '!bt', 'bc!', '!sync'],
  ...['syncpart', 'synctemp', 'bts', 'td', 'xltd', 'jc!', 'rsls', 'icloud', 'drivedownload'],
]);

/** Other ends of such names. */
const growingEnd = /\.fuse_hidden\w*$|\.part-frag\d+(?:\.part)?$|\.temp\.[a-z0-9]{2,4}$|~$/i;

/** Folders that hold what programs make for themselves: previews, proxies, caches, bins, libraries that are one file to a person. */
const machineFolder =
  /^(adobe premiere pro (auto-save|video previews|audio previews)|media cache( files)?|cacheclip|proxymedia|optimizedmedia|@eadir|#recycle|lost\+found|system volume information)$|\.(prv|fcpbundle|photoslibrary|imovielibrary|imoviemobile|tvlibrary|app|download)$/i;

/** True for files and folders that are left alone whatever they hold. */
export function isJunk(name: string): boolean {
  return hidden.test(name) || copying.test(name) || isGrowing(name);
}

function isGrowing(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return (dot >= 0 && growingExtensions.has(name.slice(dot + 1).toLowerCase())) || growingEnd.test(name);
}

export function isMachineFolder(name: string): boolean {
  return machineFolder.test(name);
}

/** `extensions` in lower case without a dot; null = every kind of video. */
export function isClipName(name: string, extensions: readonly string[] | null = null): boolean {
  if (isJunk(name)) return false;
  if (extensions === null) return videoName.test(name);
  return extensions.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) && name.includes('.');
}

/**
 * What lies beside a file as long as it is being fetched under its final name: aria2's control file, the `.part` of older Firefox
 * beside its placeholder, and the like. `path` or name.
 */
export function companions(path: string): readonly string[] {
  return ['.aria2', '.part', '.crdownload', '.filepart', '.ytdl'].map((end) => `${path}${end}`);
}

/** What a file is called in front of a person: its way below the folder, in NFC (F-32). */
export function nameBelow(root: string, path: string): string {
  return path
    .slice(root.length)
    .replace(/^[\\/]+/, '')
    .normalize('NFC');
}
