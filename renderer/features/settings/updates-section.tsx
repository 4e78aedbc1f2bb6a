// Updates in the settings: when they come, how far one is, and what is new in it.
import type { ReactNode } from 'react';
import type { UpdateMode, UpdatesView } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { useNow } from '../../state/use-now.ts';
import { useApp } from '../../state/use-store.ts';
import { lookWords, spokenStage, stageWords, wayWords } from '../../text/updates.ts';
import { UpdateButton, UpdateNext } from '../window/update-acts.tsx';
import { HiddenLabelChoice, SettingRow, useChange } from './setting-row.tsx';

export function Updates({ mode }: { readonly mode: UpdateMode }): ReactNode {
  const view = useApp((state) => state.app?.updates ?? null);
  if (view === null) return <p className="setting-note updates-alone">{t('updates.none')}</p>;
  return (
    <>
      <ModeChoice mode={mode} />
      <Standing view={view} />
      <News view={view} />
    </>
  );
}

function ModeChoice({ mode }: { readonly mode: UpdateMode }): ReactNode {
  const change = useChange();
  const label = t('updates.mode');
  const options = (['automatic', 'ask', 'off'] as const).map((id) => ({ id, label: t(`updates.mode.${id}`) }));
  return (
    <SettingRow label={label} note={t(`updates.mode.note.${mode}`)}>
      <HiddenLabelChoice label={label} options={options} value={mode} onChange={(updates) => change({ updates })} />
    </SettingRow>
  );
}

function Standing({ view }: { readonly view: UpdatesView }): ReactNode {
  const now = useNow(false);
  // Bytes that come would be read out again and again.
  const counts = view.stage === 'fetching';
  return (
    <div className="setting">
      <div className="setting-text">
        {counts && <span className="setting-label">{stageWords(view)}</span>}
        <div role="status">
          <span className={counts ? 'visually-hidden' : 'setting-label'}>{spokenStage(view)}</span>
          <p className="setting-note">{wayWords(view)}</p>
          <p className="setting-note">{lookWords(view, now)}</p>
        </div>
      </div>
      <div className="setting-line">
        <UpdateNext view={view} />
        {(view.stage === 'none' || view.stage === 'found') && (
          <UpdateButton act="check">{t('updates.check')}</UpdateButton>
        )}
      </div>
    </div>
  );
}

function News({ view }: { readonly view: UpdatesView }): ReactNode {
  const news = view.found?.news ?? [];
  if (news.length === 0) return null;
  return (
    <details className="updates-news">
      <summary className="setting-label">{t('updates.news')}</summary>
      {news.map(({ version, lines }) => (
        <div key={version}>
          <h3 className="updates-version">{t('updates.news.version', { version })}</h3>
          <ul className="updates-lines">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}
