// The settings: sending, this computer, the look, and where things lie. Everything takes effect at once.
import { type ReactNode, useEffect, useState } from 'react';
import { Button, Input, Switch, TextField } from 'react-aria-components';
import type { Appearance, SettingValues } from '../../preload/contract.ts';
import { Choice } from '../components/choice.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice } from '../components/notice.tsx';
import { formatCount } from '../format.ts';
import { type LimitUnit, limitText, typedLimit, unitOf, withUnit } from '../speed-limit.ts';
import { useApp, useAppStore } from '../store.ts';
import { appearanceWords, settingWords } from '../words-settings.ts';

export function Settings(): ReactNode {
  const settings = useApp((state) => state.settings);
  return (
    <main className="settings" id="content" tabIndex={-1}>
      <header className="head">
        <h1 className="head-title">Settings</h1>
      </header>
      {settings !== null && (
        <div className="settings-list">
          <Section title="Sending">
            <Lanes name="smallLanes" most={8} value={settings.values.smallLanes} />
            <Lanes name="bigLanes" most={4} value={settings.values.bigLanes} />
            <SpeedLimit value={settings.values.bytesPerSecond} />
          </Section>
          <Section title="This computer">
            <OnOff name="keepAwake" value={settings.values.keepAwake} />
            <OnOff name="startAtLogin" value={settings.values.startAtLogin} />
            <OnOff name="notify" value={settings.values.notify} />
          </Section>
          <Section title="Look">
            <AppearanceChoice value={settings.values.appearance} />
          </Section>
          <Section title="Clipferry">
            <Folder which="data" label="Queue and settings" folder={settings.dataFolder} />
            <Folder which="log" label="Log" folder={settings.logFolder} />
            <Version />
          </Section>
        </div>
      )}
      <Notice />
    </main>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const id = `settings-${title.replaceAll(' ', '-')}`;
  return (
    <section className="settings-section" aria-labelledby={id}>
      <h2 className="settings-title" id={id}>
        {title}
      </h2>
      <div className="settings-rows">{children}</div>
    </section>
  );
}

interface RowProps {
  readonly label: string;
  readonly noteId?: string;
  readonly note: string | null;
  readonly children: ReactNode;
}

/** What the control's own label already tells a screen reader is only for the eye here. */
function Row({ label, noteId, note, children }: RowProps): ReactNode {
  return (
    <div className="setting">
      <div className="setting-text">
        <span className="setting-label" aria-hidden="true">
          {label}
        </span>
        {note !== null && (
          <p className="setting-note" id={noteId}>
            {note}
          </p>
        )}
      </div>
      {children}
    </div>
  );
}

function useChange(): (change: Partial<SettingValues>) => void {
  const store = useAppStore();
  return (change) => void store.changeSettings(change);
}

function Lanes(props: { readonly name: 'smallLanes' | 'bigLanes'; readonly most: number; readonly value: number }) {
  const { name, most, value } = props;
  const change = useChange();
  const { label, note } = settingWords[name];
  const options = Array.from({ length: most }, (_, index) => ({
    id: String(index + 1),
    label: formatCount(index + 1),
  }));
  return (
    <Row label={label} note={note}>
      <HiddenLabelChoice
        label={label}
        options={options}
        value={String(value)}
        onChange={(id) => change({ [name]: Number(id) })}
      />
    </Row>
  );
}

function HiddenLabelChoice<T extends string>(props: Parameters<typeof Choice<T>>[0]): ReactNode {
  return (
    <div className="setting-choice">
      <Choice {...props} look="icon" />
    </div>
  );
}

const units: readonly { readonly id: LimitUnit; readonly label: string }[] = [
  { id: 'off', label: 'No limit' },
  { id: 'KB/s', label: 'KB/s' },
  { id: 'MB/s', label: 'MB/s' },
];

function SpeedLimit({ value }: { readonly value: number | null }): ReactNode {
  const change = useChange();
  const { label, note } = settingWords.bytesPerSecond;
  const unit = unitOf(value);
  return (
    <Row label={label} note={note}>
      <div className="setting-line">
        {unit !== 'off' && value !== null && <LimitField key={unit} unit={unit} value={value} />}
        <HiddenLabelChoice
          label={label}
          options={units}
          value={unit}
          onChange={(next) => change({ bytesPerSecond: withUnit(value, next) })}
        />
      </div>
    </Row>
  );
}

interface LimitFieldProps {
  readonly unit: Exclude<LimitUnit, 'off'>;
  readonly value: number;
}

/**
 * Counts when the field is left or Enter is pressed. Not react-aria's number field: it speaks through a live region that it
 * clears by innerHTML, which our policy of trusted types stops.
 */
function LimitField({ unit, value }: LimitFieldProps): ReactNode {
  const change = useChange();
  const [text, setText] = useState(limitText(value, unit));
  useEffect(() => setText(limitText(value, unit)), [value, unit]);
  const commit = (): void => {
    const bytesPerSecond = typedLimit(text, unit);
    setText(limitText(bytesPerSecond ?? value, unit));
    if (bytesPerSecond !== null && bytesPerSecond !== value) change({ bytesPerSecond });
  };
  return (
    <TextField
      aria-label={`${settingWords.bytesPerSecond.label} in ${unit}`}
      value={text}
      onChange={setText}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    >
      <Input className="input setting-number" inputMode="decimal" />
    </TextField>
  );
}

type OnOffName = 'keepAwake' | 'startAtLogin' | 'notify';

function OnOff({ name, value }: { readonly name: OnOffName; readonly value: boolean }): ReactNode {
  const change = useChange();
  const { label, note } = settingWords[name];
  return (
    <Row label={label} note={note} noteId={`note-${name}`}>
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
          {value ? 'On' : 'Off'}
        </span>
      </Switch>
    </Row>
  );
}

function AppearanceChoice({ value }: { readonly value: Appearance }): ReactNode {
  const change = useChange();
  const { label, note } = settingWords.appearance;
  const options = (['system', 'light', 'dark'] as const).map((id) => ({ id, label: appearanceWords[id] }));
  return (
    <Row label={label} note={note}>
      <HiddenLabelChoice
        label={label}
        options={options}
        value={value}
        onChange={(appearance) => change({ appearance })}
      />
    </Row>
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
        aria-label={`Show folder: ${label}`}
        onPress={() => void store.attempt(() => store.bridge.request('settings.showFolder', which))}
      >
        <Icon name="folder" />
        Show folder
      </Button>
    </div>
  );
}

function Version(): ReactNode {
  const version = useApp((state) => state.app?.version ?? '');
  return (
    <div className="setting">
      <span className="setting-label">Version</span>
      <span className="setting-value">{version}</span>
    </div>
  );
}
