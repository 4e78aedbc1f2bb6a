// The last word of an app that could not start: a box of the system's, because there is no window to say it.
import { app, dialog } from 'electron';
import { t } from '../../preload/text/text.ts';

/** `logs` = the folder of the log. Ends the app. */
export function endFailedStart(error: unknown, logs: string): void {
  const reason = error instanceof Error ? error.message : String(error);
  dialog.showErrorBox(t('dialog.no-start'), t('dialog.no-start.text', { reason, folder: logs }));
  app.exit(1);
}
