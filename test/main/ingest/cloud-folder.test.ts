// Folders that a program carries to other computers by itself, and folders that only look a little like one.
import { expect, it } from 'vitest';
import { isCloudFolder } from '../../../main/ingest/cloud-folder.ts';

it.each([
  ['/home/mara/Dropbox/Clips', []],
  ['/home/mara/Dropbox (Harbour Films)/Clips', []],
  ['C:\\Users\\Mara\\OneDrive - Harbour\\Clips', []],
  ['/Users/mara/Library/CloudStorage/GoogleDrive-mara@harbour.example/My Drive/Clips', []],
  ['/Users/mara/Library/Mobile Documents/com~apple~CloudDocs', []],
  ['/srv/clips', ['a.mp4', '.stfolder']],
  ['/srv/clips', ['.SyncFolder', '.Dropbox']],
  ['G:\\My Drive\\Clips', []],
])('%s %j is carried elsewhere', (path, names) => expect(isCloudFolder(path, names)).toBe(true));

it.each([
  ['/home/mara/Clips', ['a.mp4', 'sync', 'dropbox.mp4']],
  ['/srv/Dropbox clips/one', []],
  ['/mnt/box office/Clips', ['.clipferry']],
  ['\\\\nas\\clips\\OneDriver', []],
])('%s %j is not', (path, names) => expect(isCloudFolder(path, names)).toBe(false));

it.each([
  ...['Dropbox', 'OneDrive', 'Google Drive', 'GoogleDrive', 'My Drive', 'iCloud Drive', 'iCloudDrive', 'CloudStorage'],
  ...['com~apple~CloudDocs', 'Mobile Documents', 'Box', 'Box Sync', 'pCloud Drive', 'pCloudDrive', 'MEGA', 'MEGAsync'],
  ...['Nextcloud', 'ownCloud', 'Proton Drive', 'ProtonDrive', 'SynologyDrive', 'Synology Drive'],
  ...['Dropbox (Personal)', 'OneDrive - Contoso', 'Creative Cloud Files Mara'],
])('a folder in %s is carried elsewhere, and a file of that name in a folder says nothing', (name) => {
  expect(isCloudFolder(`/home/mara/${name}/Clips`, [])).toBe(true);
  expect(isCloudFolder('/home/mara/Clips', [name])).toBe(false);
});

it.each([
  ...['.dropbox', '.dropbox.cache', '.stfolder', '.sync', '.MEGAsync', '.ownCloudSync.log', '.nextcloudsync.log'],
  ...['.sync_folder', '.SynologyDrive', '.tmp.driveupload', '.tmp.drivedownload', '.pcloud'],
])('a folder in which %s lies is carried elsewhere', (mark) =>
  expect(isCloudFolder('/srv/clips', ['a.mp4', mark])).toBe(true),
);
