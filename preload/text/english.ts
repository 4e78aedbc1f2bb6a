// The catalogue in English: every sentence that a person may read, by its id, split by screen in `en/`.
import { acts } from './en/acts.ts';
import { checkup } from './en/checkup.ts';
import { columns } from './en/columns.ts';
import { connect } from './en/connect.ts';
import { desktop } from './en/desktop.ts';
import { details } from './en/details.ts';
import { folders } from './en/folders.ts';
import { format } from './en/format.ts';
import { help } from './en/help.ts';
import { history } from './en/history.ts';
import { jobs } from './en/jobs.ts';
import { library } from './en/library.ts';
import { links } from './en/links.ts';
import { metadata } from './en/metadata.ts';
import { move } from './en/move.ts';
import { player } from './en/player.ts';
import { presets } from './en/presets.ts';
import { refusals } from './en/refusals.ts';
import { settings } from './en/settings.ts';
import { sidecars } from './en/sidecars.ts';
import { signIn } from './en/sign-in.ts';
import { sites } from './en/sites.ts';
import { titles } from './en/titles.ts';
import { updates } from './en/updates.ts';
import { uploads } from './en/uploads.ts';
import { windowText } from './en/window.ts';

export const english = {
  ...format,
  ...jobs,
  ...uploads,
  ...connect,
  ...signIn,
  ...sites,
  ...checkup,
  ...folders,
  ...library,
  ...links,
  ...metadata,
  ...titles,
  ...columns,
  ...details,
  ...sidecars,
  ...history,
  ...acts,
  ...player,
  ...presets,
  ...settings,
  ...help,
  ...move,
  ...updates,
  ...windowText,
  ...desktop,
  ...refusals,
} as const;
