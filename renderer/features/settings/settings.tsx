// The settings: sending, this computer, the look, and where things lie. Everything takes effect at once.

import type { ReactNode } from 'react';
import { Button, Switch } from 'react-aria-components';
import type { Appearance } from '../../../preload/contract.ts';
import { formatBytes, formatCount } from '../../../preload/text/format.ts';
import { t } from '../../../preload/text/text.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { Said } from '../window/announcer.tsx';
import { Notice } from '../window/notice.tsx';
import { HiddenLabelChoice, SettingRow, useChange } from './setting-row.tsx';
import { SpeedLimit } from './speed-setting.tsx';
import { Updates } from './updates-section.tsx';
import { WeekHours } from './week-hours.tsx';

export function Settings(): ReactNode {
  const settings = useApp((state) => state.settings);
  return (
    <main className="settings" id="content" tabIndex={-1}>
      <header className="head">
        <h1 className="head-title">{t('settings.title')}</h1>
      </header>
      {settings !== null && (
        <div className="settings-list">
          <Section title={t('settings.sending')} id="sending">
            <Lanes name="smallLanes" most={8} value={settings.values.smallLanes} />
            <Lanes name="bigLanes" most={4} value={settings.values.bigLanes} />
            <SpeedLimit value={settings.values.bytesPerSecond} />
            <WeekHours week={settings.values.week} slowBytesPerSecond={settings.values.slowBytesPerSecond} />
          </Section>
          <Section title={t('settings.computer')} id="computer">
            <OnOff name="keepAwake" value={settings.values.keepAwake} />
            <OnOff name="startAtLogin" value={settings.values.startAtLogin} />
            <OnOff name="notify" value={settings.values.notify} />
          </Section>
          <Proxies />
          <Section title={t('settings.look')} id="look">
            <AppearanceChoice value={settings.values.appearance} />
          </Section>
          <Section title={t('updates.title')} id="updates">
            <Updates mode={settings.values.updates} />
          </Section>
          <Section title={t('move.settings')} id="move">
            <MoveRow way="out" />
            <MoveRow way="in" />
          </Section>
          <Section title={t('settings.app')} id="app">
            <Folder which="data" label={t('settings.data')} folder={settings.dataFolder} />
            <Folder which="log" label={t('settings.log')} folder={settings.logFolder} />
            <Version />
          </Section>
        </div>
      )}
      <Notice />
      <Said />
    </main>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Section({ id: name, title, children }: SectionProps): ReactNode {
  const id = `settings-${name}`;
  return (
    <section className="settings-section" aria-labelledby={id}>
      <h2 className="settings-title" id={id}>
        {title}
      </h2>
      <div className="settings-rows">{children}</div>
    </section>
  );
}

/** From this size on a clip counts as large (main/queue/job/schedule.ts). */
const largeFromBytes = 64 * 1024 * 1024;

function Lanes(props: { readonly name: 'smallLanes' | 'bigLanes'; readonly most: number; readonly value: number }) {
  const { name, most, value } = props;
  const change = useChange();
  const label = t(`settings.${name}`);
  const note =
    name === 'smallLanes'
      ? t('settings.smallLanes.note', { size: formatBytes(largeFromBytes) })
      : t('settings.bigLanes.note');
  const options = Array.from({ length: most }, (_, index) => ({
    id: String(index + 1),
    label: formatCount(index + 1),
  }));
  return (
    <SettingRow label={label} note={note}>
      <HiddenLabelChoice
        label={label}
        options={options}
        value={String(value)}
        onChange={(id) => change({ [name]: Number(id) })}
      />
    </SettingRow>
  );
}

type OnOffName = 'keepAwake' | 'startAtLogin' | 'notify';

function OnOff({ name, value }: { readonly name: OnOffName; readonly value: boolean }): ReactNode {
  const change = useChange();
  const label = t(`settings.${name}`);
  const note = t(`settings.${name}.note`);
  return (
    <SettingRow label={label} note={note} noteId={`note-${name}`}>
      <Switch
        className="switch"
        aria-label={label}
        aria-describedby={`note-${name}`}
        isSelected={value}
        onChange={(selected) => change({ [name]: selected })}
      >
        <span className="switch-track">
          <span className="switch-knob" />
        </span>
        <span className="switch-word" aria-hidden="true">
          {t(value ? 'settings.on' : 'settings.off')}
        </span>
      </Switch>
    </SettingRow>
  );
}

function AppearanceChoice({ value }: { readonly value: Appearance }): ReactNode {
  const change = useChange();
  const label = t('settings.appearance');
  const options = (['system', 'light', 'dark'] as const).map((id) => ({ id, label: t(`settings.appearance.${id}`) }));
  return (
    <SettingRow label={label} note={null}>
      <HiddenLabelChoice
        label={label}
        options={options}
        value={value}
        onChange={(appearance) => change({ appearance })}
      />
    </SettingRow>
  );
}

/** Sign-ins at proxies are kept until somebody takes them away. */
function Proxies(): ReactNode {
  const store = useAppStore();
  const kept = useApp((state) => state.app?.proxies.kept);
  if (kept === undefined || kept.length === 0) return null;
  return (
    <Section title={t('proxy.kept')} id="proxies">
      {kept.map(({ id, address, user }) => (
        <div className="setting" key={id}>
          <div className="setting-text">
            <span className="setting-label">{address}</span>
            <p className="setting-note">{t('proxy.kept.note', { user })}</p>
          </div>
          <Button
            className="button"
            aria-label={t('proxy.forget.label', { proxy: address })}
            onPress={() => void store.attempt(() => store.bridge.request('proxy.forget', id))}
          >
            {t('proxy.forget')}
          </Button>
        </div>
      ))}
    </Section>
  );
}

/** Both lie over the window, for a new computer has no settings to look at before a site is connected. */
function MoveRow({ way }: { readonly way: 'out' | 'in' }): ReactNode {
  const store = useAppStore();
  return (
    <div className="setting">
      <div className="setting-text">
        <span className="setting-label">{t(`move.settings.${way}`)}</span>
        <p className="setting-note">{t(`move.settings.${way}.note`)}</p>
      </div>
      <Button
        className="button"
        aria-label={t(`move.settings.${way}.label`)}
        onPress={() => (way === 'out' ? store.moveOut() : void store.bringOver())}
      >
        {t(`move.settings.${way}.button`)}
      </Button>
    </div>
  );
}

interface FolderProps {
  readonly which: 'data' | 'log';
  readonly label: string;
  readonly folder: string;
}

function Folder({ which, label, folder }: FolderProps): ReactNode {
  const store = useAppStore();
  return (
    <div className="setting">
      <div className="setting-text">
        <span className="setting-label">{label}</span>
        <p className="setting-note setting-path">{folder}</p>
      </div>
      <Button
        className="button"
        aria-label={t('settings.show-folder.label', { folder: label })}
        onPress={() => void store.attempt(() => store.bridge.request('settings.showFolder', which))}
      >
        <Icon name="folder" />
        {t('settings.show-folder')}
      </Button>
    </div>
  );
}

function Version(): ReactNode {
  const version = useApp((state) => state.app?.version ?? '');
  return (
    <div className="setting">
      <span className="setting-label">{t('settings.version')}</span>
      <span className="setting-value">{version}</span>
    </div>
  );
}
