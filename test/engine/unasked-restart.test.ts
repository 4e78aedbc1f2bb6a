// A restart that nobody asked for takes no sign-in away: the engine tells its updates whether one would.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { UpdateHooks, Updates } from '../../main/ports/updates.ts';
import type { SecretKeeping } from '../../preload/contract.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type Engine, memorySecrets, startEngine } from './engine.ts';

let site: PracticeSite;
let engine: Engine;
let hooks: UpdateHooks | undefined;
let keeping: SecretKeeping;

beforeEach(async () => {
  keeping = 'session';
  site = await startPracticeSite();
  engine = await startEngine({
    secrets: { ...memorySecrets(), keeping: () => keeping },
    ports: {
      updates: (given) => {
        hooks = given;
        return { view: () => null, stop: () => undefined } as unknown as Updates;
      },
    },
  });
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
});

it('would sign somebody out where secrets are kept for this run only, as long as somebody is signed in', async () => {
  expect(hooks?.losesSignIns()).toBe(false);
  await engine.connect(site);
  expect(hooks?.losesSignIns()).toBe(true);
  keeping = 'keyring';
  expect(hooks?.losesSignIns()).toBe(false);
  keeping = 'session';
  const [account] = (await engine.uploader.handlers['app.state']()).sites[0]?.accounts ?? [];
  await engine.uploader.handlers['account.remove'](account?.id ?? '');
  expect(hooks?.losesSignIns()).toBe(false);
});
