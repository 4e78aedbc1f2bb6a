// What the window asks of help: what this build is and is made of, and a report for support, kept from the moment it is shown until it is closed.
import type { AppState, ReportView } from '../../../preload/contract.ts';
import { SaveError, type Support } from '../../ports.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import { licencesIn } from './licences.ts';
import { makeReport, type ReportOptions } from './report.ts';

export interface HelpOptions extends ReportOptions {
  readonly version: string;
  readonly support?: Support;
  readonly desktop: { showFile(path: string): void };
}

type HelpRequest = Extract<keyof Handlers, `help.${string}`>;

/** "clipferry-report-2026-11-23.zip", by the day of this computer. */
function fileName(at: number, zoneMinutes: number): string {
  return `clipferry-report-${new Date(at + zoneMinutes * 60_000).toISOString().slice(0, 10)}.zip`;
}

const lastSlash = (path: string): number => Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
const placeOf = (path: string) => ({ name: path.slice(lastSlash(path) + 1), folder: path.slice(0, lastSlash(path)) });

export function helpHandlers(options: HelpOptions, state: () => AppState): Pick<Handlers, HelpRequest> {
  const { clock, desktop, version } = options;
  let shown: ReportView | null = null;
  /** Counts what was asked of it: of two that are made at once, the later one is shown. */
  let asked = 0;
  let saved: string | null = null;
  const support = (): Support => {
    if (options.support === undefined) throw new NotFound('failed');
    return options.support;
  };
  return {
    'help.about': async () => {
      const { build, electron, chromium, node, system } = support().facts();
      return { version, build, electron, chromium, node, system };
    },
    'help.licences': async () => {
      const text = await support().licences();
      return {
        packages: text === null ? null : licencesIn(text),
        hasChromium: support().chromiumLicences() !== null,
      };
    },
    'help.showChromium': async () => {
      const file = support().chromiumLicences();
      if (file !== null) desktop.showFile(file);
    },
    'help.report': async ({ withAddresses }) => {
      asked += 1;
      const mine = asked;
      const made = await makeReport(options, support(), state(), withAddresses);
      if (mine === asked) shown = made;
      return made;
    },
    'help.save': async (id) => {
      if (shown?.id !== id) throw new NotFound('report-gone');
      const { files } = shown;
      const at = clock.now();
      const path = await support().choosePlace(fileName(at, clock.zoneOffsetMinutes(at)));
      if (path === null) return null;
      try {
        await support().saveZip(path, files, at);
      } catch (error) {
        if (error instanceof SaveError) return { ok: false, failure: error.problem };
        throw error;
      }
      saved = path;
      return { ok: true, value: placeOf(path) };
    },
    'help.saveHelper': async () => {
      const path = await support().choosePlace('clipferry-helper.zip');
      if (path === null) return null;
      try {
        await support().saveZip(path, await support().helperFiles(), clock.now());
        saved = path;
        return { ok: true, value: { ...placeOf(path), sha256: await support().sumOf(path) } };
      } catch (error) {
        if (error instanceof SaveError) return { ok: false, failure: error.problem };
        throw error;
      }
    },
    'help.showSaved': async () => {
      if (saved !== null) desktop.showFile(saved);
    },
    'help.close': async () => {
      asked += 1;
      shown = null;
    },
  };
}
