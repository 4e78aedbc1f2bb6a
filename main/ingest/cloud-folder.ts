// Whether a program carries a folder to other computers by itself: whatever is written there would be carried along, and come into conflict.

/** Names that such programs give to the folders that they keep. */
const kept: ReadonlySet<string> = new Set([
  ...['dropbox', 'onedrive', 'google drive', 'googledrive', 'my drive', 'icloud drive', 'iclouddrive', 'cloudstorage'],
  ...['com~apple~clouddocs', 'mobile documents', 'box', 'box sync', 'pcloud drive', 'pclouddrive', 'mega', 'megasync'],
  ...['nextcloud', 'owncloud', 'proton drive', 'protondrive', 'synologydrive', 'synology drive'],
]);
/** Beginnings of such names, before that of a firm. */
const keptFor = ['dropbox (', 'onedrive - ', 'creative cloud files'] as const;

function isKept(name: string): boolean {
  const plain = name.toLowerCase();
  return kept.has(plain) || keptFor.some((begin) => plain.startsWith(begin));
}

/** Names of what they leave in a folder that they keep. */
const marks: ReadonlySet<string> = new Set([
  ...['.dropbox', '.dropbox.cache', '.stfolder', '.sync', '.megasync', '.owncloudsync.log', '.nextcloudsync.log'],
  ...['.sync_folder', '.synologydrive', '.tmp.driveupload', '.tmp.drivedownload', '.pcloud'],
]);

/** `path` absolute; `names` = what lies in the folder itself. */
export function isCloudFolder(path: string, names: readonly string[]): boolean {
  return path.split(/[\\/]/).some(isKept) || names.some((name) => marks.has(name.toLowerCase()));
}
