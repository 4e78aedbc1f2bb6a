// The outside of updates: their downloads on disk, the place of the app's own program, and what the shell may ask of them.
import type { SaveProblem, UpdateAct, UpdatesView } from '../../preload/contract.ts';

/** How this Clipferry was packed; the packaging writes it down beside the app. */
export type PackedAs = 'AppImage' | 'deb' | 'rpm' | 'tar.gz' | 'set-up' | 'zip' | 'dmg';

/** What of a download is checked, and by what. */
export interface WantedFile {
  /** A name and no path. */
  readonly name: string;
  readonly size: number;
  /** Of all of it, in lower-case hex. */
  readonly sha512: string;
}

/** Where downloads of updates lie, and what is remembered of them; each file is a part of one or a whole one, whatever ended the app. */
export interface UpdateFiles {
  /** Bytes that another program could still write on this disk; null = nobody knows. */
  room(): Promise<number | null>;
  /** Bytes of the part that lies here; 0 = there is none. */
  partBytes(wanted: WantedFile): Promise<number>;
  /** Goes on behind the first `from` bytes of the part, what came after them is dropped. Throws SaveError. */
  openPart(wanted: WantedFile, from: number): Promise<UpdatePart>;
  /** Whether the part is the wanted file to the last bit; then it is a whole one, else it is gone. Throws SaveError. */
  finish(wanted: WantedFile): Promise<boolean>;
  /** Reads it through. Throws nothing. */
  whole(wanted: WantedFile): Promise<FetchedFile>;
  /** Removes all downloads but those of `kept`, and what a person made of one: unpacked it there, or made it a program. Throws nothing. */
  clear(kept: WantedFile | null): Promise<void>;
  /** What `remember` wrote last; null = nothing that can be read. */
  remembered(): Promise<string | null>;
  /** On the disk when it resolves, all of it or nothing. Throws SaveError. */
  remember(text: string): Promise<void>;
}

/** What lies at the place of a download that was read through before. */
export type FetchedFile =
  | { readonly is: 'here'; readonly path: string }
  | { readonly is: 'missing' } // or nobody can read it now
  | { readonly is: 'wrong' }; // another file, which is gone now

export interface UpdatePart {
  /** Throws SaveError. */
  append(bytes: Uint8Array): Promise<void>;
  /** On the disk when it resolves. Never rejects. */
  close(): Promise<void>;
}

/** Why the app's own program was left as it is. */
export type ReplaceProblem =
  | 'wrong-file' // not the one that was downloaded
  | 'not-starting' // the new program did not say its version when it was tried
  | 'moved' // another file lies where this program was started from, or none
  | Exclude<SaveProblem, 'missing'>;

/** Puts a new program in the place of the one that runs. There is a whole one at that place at every moment. Throws nothing. */
export interface ProgramPlace {
  /** Puts the file beside the program, reads it through there and tries whether it starts; null = it is ready. */
  prepare(file: string, wanted: WantedFile, version: string): Promise<ReplaceProblem | null>;
  /** Whether `replace` can do its work, as far as that can be seen at once; null = it can. */
  isReady(wanted: WantedFile): Promise<ReplaceProblem | null>;
  /** Reads through what was prepared and puts it in the place of the program, which stays beside it under a hidden name. */
  replace(wanted: WantedFile): Promise<ReplaceProblem | null>;
  /** The program that was there before is no longer needed, nor what was prepared and never used. */
  tidy(): Promise<void>;
}

/** What updates ask of the queue, and tell the window. */
export interface UpdateHooks {
  /** Whether anything of a clip is under way. */
  isBusy(): boolean;
  /** Whether somebody would have to sign in again after a restart: secrets are kept for this run only. */
  losesSignIns(): boolean;
  /** The view is another. */
  onChange(): void;
}

/** The updates of this Clipferry. */
export interface Updates {
  view(): UpdatesView;
  /** Never rejects: what goes wrong is told by the view. */
  act(act: UpdateAct): Promise<void>;
  /** This program runs: what it took the place of is no longer needed, and updates are looked for from now on. Once. */
  begin(): Promise<void>;
  /** The app has stopped all that it did and ends now: what is to be put in place is. Never rejects. */
  leave(): Promise<void>;
  stop(): void;
}
