// The app as a whole and its place on the desktop: the list on the disk, settings, and what menus and files ask for.
import type { SiteView } from './accounts.ts';
import type { ActWay } from './acts.ts';
import type { SiteCheckup } from './checkup.ts';
import type { ProxiesView, WallMs } from './common.ts';
import type { FolderView } from './folders.ts';
import type { AddResult, QueueFilter, RowColumn } from './queue.ts';
import type { UpdateMode, UpdatesView } from './updates.ts';

/** The list on this computer's disk, when something is or was wrong with it. */
export interface StoreView {
  /** 'full' = nothing new begins until there is room; 'damaged' = it is repaired by the next start; null = all is well. */
  readonly trouble: 'full' | 'damaged' | null;
  /** The folder it lies in. */
  readonly folder: string;
  /** What became of a damaged list; null = nothing, or the user has read it. */
  readonly rebuilt: RebuiltView | null;
  /**
   * The list came from another computer and sends nothing here: 'asked' = what to do about it, 'left' = the user wants it so;
   * null = it belongs to this computer.
   */
  readonly elsewhere: 'asked' | 'left' | null;
  /** What could not be read on the disk, until the user has read of it. */
  readonly unreadable: UnreadableView;
}

/** How many of each; nothing took their place. */
export interface UnreadableView {
  /** Changes of videos on a site. */
  readonly edits: number;
  /** Changes for many clips, which were ended; all uploads are paused since. */
  readonly changes: number;
  /** 1 = settings, which are the usual ones now; where speed or hours are among them, all uploads are paused since. */
  readonly settings: number;
}

export interface RebuiltView {
  /** 'behind' = what was written last is missing. */
  readonly why: 'damaged' | 'missing' | 'behind';
  readonly at: WallMs;
  /** What could be kept. */
  readonly sites: number;
  readonly clips: number;
  /** Clips of the list that could not be read any more. */
  readonly lostClips: number;
  /** When the copy was made that filled the gaps; null = there was none. */
  readonly copyFrom: WallMs | null;
  /** Name of the folder that holds the damaged files; null = there are none. */
  readonly folder: string | null;
}

/** Small state sent whole whenever it changes. */
export interface AppState {
  readonly store: StoreView;
  readonly sites: readonly SiteView[];
  readonly folders: readonly FolderView[];
  /** 'none' = this computer offers no keyring: secrets stay in memory for this run, and the app says so. */
  readonly keyring: 'available' | 'none';
  /** Accounts that may have clips on their site twice, and how many; see 'audit.state'. */
  readonly duplicates: readonly { readonly accountId: string; readonly clips: number }[];
  /** Sites that were checked, or are being checked. */
  readonly checkups: readonly SiteCheckup[];
  readonly proxies: ProxiesView;
  /** Null = this build knows no place where updates are: they come by hand. */
  readonly updates: UpdatesView | null;
  readonly version: string;
  readonly platform: 'linux' | 'mac' | 'windows';
  /** The system's locale, such as "de-AT": by its region numbers, dates and clocks are written, and the week begins. */
  readonly region: string;
}

export type Appearance = 'system' | 'light' | 'dark';
export type LibraryView = 'list' | 'grid';

/** What the user set. Everything takes effect at once. */
export interface SettingValues {
  /** Small clips that go to one site in parallel, 1 to 8. */
  readonly smallLanes: number;
  /** Big clips that go to one site in parallel, 1 to 4. */
  readonly bigLanes: number;
  /** Bytes per second over everything that is sent; null = as fast as the line goes. */
  readonly bytesPerSecond: number | null;
  /**
   * The week in 168 letters, one for each hour of local time from Monday's first on: 'f' = full speed, 's' = slower,
   * 'n' = nothing is begun. Null = any time.
   */
  readonly week: string | null;
  /** Bytes per second in slower hours. */
  readonly slowBytesPerSecond: number;
  /** Keep the computer (not its screen) awake while clips are being sent. */
  readonly keepAwake: boolean;
  readonly startAtLogin: boolean;
  readonly notify: boolean;
  readonly updates: UpdateMode;
  readonly appearance: Appearance;
  /** How the Library shows videos. */
  readonly libraryView: LibraryView;
  /** Ids of sites that make clips public as soon as they arrive, and that are sent to without asking each time. */
  readonly publicSites: readonly string[];
  /** Details that rows of Uploads show beside the title. */
  readonly columns: readonly RowColumn[];
  /** The same of the list of the Library. */
  readonly libraryColumns: readonly RowColumn[];
}

export interface SettingsView {
  readonly values: SettingValues;
  /** For the eye only: folders are opened by `settings.showFolder`, which takes no path. */
  readonly dataFolder: string;
  readonly logFolder: string;
}

/** What the menu, the tray or a notification asks the window to do. */
export type Command =
  | { readonly kind: 'add'; readonly what: 'files' | 'folder' }
  | { readonly kind: 'show'; readonly place: 'sites' | 'settings' }
  /** The form of the proxy that asks for a sign-in. */
  | { readonly kind: 'proxy' }
  /** The search of the list that is shown, else of the uploads. */
  | { readonly kind: 'find' }
  | { readonly kind: 'help'; readonly what: 'about' | 'report' }
  /** The last act is taken back, or done again. */
  | { readonly kind: 'take-back'; readonly way: ActWay }
  | { readonly kind: 'history' }
  /** All uploads, once it was asked where much would have to be sent again. */
  | { readonly kind: 'pause' }
  /** The selected clip, or that of the selected video, is played beside its list, or stops. */
  | { readonly kind: 'play' }
  /** Details of many clips from a table. */
  | { readonly kind: 'import' }
  /** Saving for another computer, or bringing over from one. */
  | { readonly kind: 'move'; readonly way: 'out' | 'in' }
  /** Uploads under a filter; with the row of one job when there is just one to look at. */
  | { readonly kind: 'filter'; readonly filter: QueueFilter; readonly jobId: string | null };

/** What became of files that were opened with Clipferry (by the file manager, the dock or a second start). */
export type Opened =
  | { readonly kind: 'added'; readonly result: AddResult }
  /** Several accounts: the user chooses with `queue.addOpened`. `count` = files and folders that wait for it. */
  | { readonly kind: 'choose'; readonly count: number }
  | { readonly kind: 'no-account' };
