// The check-up of a site on its card: one line while all is fine, each finding with what to do, and a text for the host.

import { type ReactNode, useId, useState } from 'react';
import { Button } from 'react-aria-components';
import type { CheckFinding, RequestOutput, SiteCheckup, SiteView } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { checkupLine, checkupStatus, findingWords, statusWords, whoseWords } from '../../text/checkup.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { HostText } from '../../ui/host-text.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Findings on a site that our plugin, or a newer one, would do good. */
const givesHelper: ReadonlySet<CheckFinding['code']> = new Set(['in-one', 'helper-older']);

export function Checkup({ site }: { readonly site: SiteView }): ReactNode {
  const store = useAppStore();
  const checkup: SiteCheckup = useApp((state) => state.app?.checkups.find((one) => one.siteId === site.id)) ?? {
    siteId: site.id,
    at: null,
    running: false,
    findings: [],
  };
  // Null = nobody chose: open where something stands in the way.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const listId = useId();
  const { running, findings } = checkup;
  const status = checkupStatus(checkup);
  const open = chosen ?? status === 'blocks';
  const { icon, tone } = statusWords[status];

  return (
    <div className="checkup">
      <div className="checkup-head">
        <p className={running ? 'checkup-line' : `checkup-line tone-${tone}`} role="status">
          <Icon name={running ? 'processing' : icon} />
          <span className="checkup-word">{checkupLine(checkup, Date.now())}</span>
        </p>
        <div className="button-row">
          {findings.length > 0 && (
            <Button
              className="button button-small"
              aria-expanded={open}
              aria-controls={listId}
              aria-label={t(open ? 'checkup.hide.label' : 'checkup.show.label', { site: site.name })}
              onPress={() => setChosen(!open)}
            >
              {t(open ? 'checkup.hide' : 'checkup.show')}
            </Button>
          )}
          <BusyButton
            className="button button-small"
            aria-label={t(checkup.at === null ? 'checkup.check.label' : 'checkup.again.label', { site: site.name })}
            isBusy={running}
            onPress={() => {
              // What was opened stays open; what was hidden opens again where the new look finds something in the way.
              setChosen(open ? chosen : null);
              void store.attempt(() => store.bridge.request('site.checkup', site.id));
            }}
          >
            {t(checkup.at === null ? 'checkup.check' : 'checkup.again')}
          </BusyButton>
        </div>
      </div>
      {open && findings.length > 0 && (
        <ul className="findings" id={listId} aria-label={t('checkup.found', { site: site.name })}>
          {findings.map((finding) => (
            <Finding
              key={`${finding.code} ${finding.accountId ?? ''}`}
              finding={finding}
              beside={findings}
              site={site}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface FindingProps {
  readonly finding: CheckFinding;
  readonly beside: readonly CheckFinding[];
  readonly site: SiteView;
}

function Finding({ finding, beside, site }: FindingProps): ReactNode {
  const { about, what, todo, host } = findingWords(finding, Date.now(), beside);
  const { word, icon, tone } = statusWords[finding.status];
  const whose = whoseWords(finding, site);
  return (
    <li className="finding">
      <p className={`finding-status tone-${tone}`}>
        <Icon name={icon} />
        {t(word)}
      </p>
      <div className="finding-words">
        <p>
          <span className="finding-about">
            {whose === null ? about : t('checkup.about.whose', { about, account: whose })}
          </span>
          {what}
        </p>
        {finding.said !== null && finding.said !== '' && (
          <p className="said">
            {t('checkup.said')} <q>{finding.said}</q>
          </p>
        )}
        {todo !== null && finding.status !== 'fine' && <p className="finding-todo">{todo}</p>}
        {givesHelper.has(finding.code) && <SaveHelper site={site} />}
        {host !== null && <HostText text={host} isForNetwork={finding.code.startsWith('proxy-')} />}
      </div>
    </li>
  );
}

/** Gives the person our plugin for their site, and says what to do with it. */
function SaveHelper({ site }: { readonly site: SiteView }): ReactNode {
  const store = useAppStore();
  const [outcome, setOutcome] = useState<RequestOutput<'help.saveHelper'>>(null);
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    setOutcome(await store.attempt(() => store.bridge.request('help.saveHelper')));
    setBusy(false);
  }

  return (
    <div className="helper">
      <BusyButton
        className="button button-small"
        aria-label={t('checkup.helper.save.label', { site: site.name })}
        isBusy={isBusy}
        onPress={() => void save()}
      >
        {t('checkup.helper.save')}
      </BusyButton>
      <div role="status">
        {outcome?.ok === true && (
          <>
            <p>{t('checkup.helper.saved', outcome.value)}</p>
            <p>{t('checkup.helper.first')}</p>
            <p>{t('checkup.helper.then')}</p>
            <p className="helper-sum">{t('checkup.helper.sum', outcome.value)}</p>
          </>
        )}
        {outcome?.ok === false && <p className="helper-bad">{t(`report.problem.${outcome.failure}`)}</p>}
      </div>
    </div>
  );
}
