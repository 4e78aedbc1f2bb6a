// Whether a program carries a folder to other computers by itself: whatever is written there would be carried along, and come into conflict.

/** Names that such programs give to the folders that they keep. */
const synced =
  /^(dropbox( \(.+\))?|onedrive( - .+)?|google ?drive|my drive|googledrive|icloud ?drive|com~apple~clouddocs|mobile documents|cloudstorage|box|box sync|pcloud ?drive|mega(sync)?|nextcloud|owncloud|proton ?drive|creative cloud files.*|synology ?drive)$/i;

/** Names of what they leave in a folder that they keep. */
const marks: ReadonlySet<string> = new Set([
  ...['.dropbox', '.dropbox.cache', '.stfolder', '.sync', '.megasync', '.owncloudsync.log', '.nextcloudsync.log'],
  ...['.sync_folder', '.synologydrive', '.tmp.driveupload', '.tmp.drivedownload', '.pcloud'],
]);

/** `path` absolute; `names` = what lies in the folder itself. */
export function isCloudFolder(path: string, names: readonly string[]): boolean {
  return path.split(/[\\/]/).some((part) => synced.test(part)) || names.some((name) => marks.has(name.toLowerCase()));
}
