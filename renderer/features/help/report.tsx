// The report for support: every file of it to be read before it is saved, and what became of saving it.

import { type ReactNode, useEffect, useState } from 'react';
import { Button, Dialog, Heading } from 'react-aria-components';
import type { ReportView, RequestOutput } from '../../../preload/contract.ts';
import { formatBytes } from '../../../preload/text/format.ts';
import { type TextId, t } from '../../../preload/text/text.ts';
import { useAppStore } from '../../state/use-store.ts';
import { saidBy, saidWords } from '../../text/failure.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ShownText } from './shown-text.tsx';

/** Null = it is being made. */
type Made = { readonly view: ReportView } | { readonly failed: string } | null;

export function Report(): ReactNode {
  const store = useAppStore();
  const [withAddresses, setWithAddresses] = useState(false);
  const [tries, setTries] = useState(0);
  const [made, setMade] = useState<Made>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try makes it again.
  useEffect(() => {
    let wanted = true;
    const take = (next: Made): void => {
      if (wanted) setMade(next);
    };
    take(null);
    store.bridge.request('help.report', { withAddresses }).then(
      (view) => take({ view }),
      (error: unknown) => take({ failed: saidWords(saidBy(error)) }),
    );
    return () => {
      wanted = false;
    };
  }, [store, withAddresses, tries]);
  useEffect(() => () => void store.attempt(() => store.bridge.request('help.close')), [store]);
  return (
    <Dialog className="dialog dialog-tall">
      <Heading slot="title" className="dialog-title">
        {t('report.title')}
      </Heading>
      <p className="dialog-body">{t('report.what')}</p>
      <div className="report-body" aria-busy={made === null}>
        {made === null && <p role="status">{t('report.making')}</p>}
        {made !== null && 'failed' in made && (
          <p role="alert" className="report-told">
            {t('report.failed', { why: made.failed })}
          </p>
        )}
        {made !== null && 'view' in made && (
          <ul className="report-files" aria-label={t('report.files')}>
            {made.view.files.map((file) => (
              <ShownText
                key={file.name}
                name={file.name}
                beside={formatBytes(file.bytes)}
                about={aboutOf(file.name)}
                text={file.text}
              />
            ))}
          </ul>
        )}
      </div>
      <label className="tick dialog-tick">
        <input type="checkbox" checked={withAddresses} onChange={(event) => setWithAddresses(event.target.checked)} />
        {t('report.addresses')}
      </label>
      <Saving
        view={made !== null && 'view' in made ? made.view : null}
        onAgain={made !== null && 'failed' in made ? () => setTries(tries + 1) : null}
      />
    </Dialog>
  );
}

/** What each file is about. */
const abouts: ReadonlyMap<string, Extract<TextId, `report.file.${string}`>> = new Map([
  ['report.txt', 'report.file.report'],
  ['log.txt', 'report.file.log'],
]);

function aboutOf(name: string): string | null {
  const about = abouts.get(name);
  return about === undefined ? null : t(about);
}

interface SavingProps {
  /** Null = there is nothing to save yet. */
  readonly view: ReportView | null;
  /** Null = nothing failed. */
  readonly onAgain: (() => void) | null;
}

/** Its buttons stay while the report is made anew: one that goes takes the keyboard's place, and Escape, with it. */
function Saving({ view, onAgain }: SavingProps): ReactNode {
  const store = useAppStore();
  const [isBusy, setBusy] = useState(false);
  const [saved, setSaved] = useState<{ readonly id: string; readonly outcome: RequestOutput<'help.save'> } | null>(
    null,
  );
  const outcome = saved !== null && saved.id === view?.id ? saved.outcome : null;

  async function save(id: string): Promise<void> {
    setBusy(true);
    setSaved(null);
    setSaved({ id, outcome: await store.attempt(() => store.bridge.request('help.save', id)) });
    setBusy(false);
  }

  return (
    <>
      <div role="status" className="report-saved">
        {outcome?.ok === true && (
          <p className="report-told">
            <Icon name="check" />
            <span className="report-place">{t('report.saved', outcome.value)}</span>
            <Button
              className="button button-small"
              onPress={() => void store.attempt(() => store.bridge.request('help.showSaved'))}
            >
              <Icon name="folder" size={14} />
              {t('report.show')}
            </Button>
          </p>
        )}
        {outcome?.ok === false && (
          <p className="report-told report-bad">
            <Icon name="needs-you" />
            <span>{t(`report.problem.${outcome.failure}`)}</span>
          </p>
        )}
      </div>
      <div className="dialog-buttons">
        <Button className="button" autoFocus onPress={() => store.showHelp(null)}>
          {t('help.close')}
        </Button>
        {onAgain !== null ? (
          <Button className="button button-primary" onPress={onAgain}>
            {t('report.again')}
          </Button>
        ) : (
          <BusyButton
            className="button button-primary"
            isBusy={isBusy}
            isDisabled={view === null}
            onPress={() => {
              if (view !== null) void save(view.id);
            }}
          >
            {t(isBusy ? 'report.saving' : 'report.save')}
          </BusyButton>
        )}
      </div>
    </>
  );
}
