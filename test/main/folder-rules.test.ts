// The rules of a watched folder, by their records: as they are kept, handed over by the window, told, and what they do.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { effectsOf } from '../../main/features/folders/rule-effects.ts';
import { folderStore } from '../../main/ingest/folder-store.ts';
import { changeableRules, type FolderRules, firstRules, folderRules, type RuleId, ruleIds } from '../../main/model.ts';
import type { Sql } from '../../main/ports.ts';
import { migrate } from '../../main/schema.ts';
import { schemas } from '../../preload/schemas.ts';
import { rulesWords } from '../../renderer/text/folders.ts';

/** Another value than the first one of each kind. */
const others = {
  'yes-no': false,
  extensions: ['mov'],
  'quiet-time': 60_000,
  status: 'private',
  terms: { tags: [7] },
  existing: 'take',
  hold: 'wait',
  preset: 'preset-1',
} as const;
const otherOf = (rule: RuleId) =>
  typeof firstRules[rule] === 'boolean' ? !firstRules[rule] : others[folderRules[rule].kind];

let sql: Sql;
beforeEach(() => {
  sql = openSqlite(':memory:');
  migrate(sql);
});
afterEach(() => sql.close());

/** The rules as a folder has them whose row holds `stored`; null = damaged. */
function kept(stored: object): FolderRules | null {
  sql.prepare(`INSERT INTO folders VALUES ('f', '/f', 'a', ?, 0, NULL, 1)`).run(JSON.stringify(stored));
  const [folder] = folderStore(sql).folders();
  sql.exec('DELETE FROM folders');
  return folder?.rules ?? null;
}
const without = (...names: readonly RuleId[]): object =>
  Object.fromEntries(Object.entries(firstRules).filter(([name]) => !names.some((one) => one === name)));

describe.each(ruleIds)('%s', (rule) => {
  it('is kept as it was chosen, and not as anything else', () => {
    const changed = { ...firstRules, [rule]: otherOf(rule) };
    expect(kept(changed)).toEqual(changed);
    expect(kept({ ...firstRules, [rule]: [[]] })).toBeNull();
  });

  it('does something, or is settled when the folder is added', () => {
    const changed = { ...firstRules, [rule]: otherOf(rule) };
    const does = JSON.stringify(effectsOf(changed, null)) !== JSON.stringify(effectsOf(firstRules, null));
    expect(does).toBe(folderRules[rule].place !== null);
  });

  it('is taken from the window and told in the line, where it may be changed', () => {
    const change = { folderId: 'f', rules: { [rule]: otherOf(rule) } };
    const mayChange = changeableRules('inForm').includes(rule);
    expect(schemas['folder.change'].safeParse([change]).success).toBe(mayChange);
    const line = rulesWords({ ...firstRules, [rule]: otherOf(rule) });
    expect(line !== rulesWords(firstRules)).toBe(mayChange);
  });
});

it('a folder from before there were terms has none; from the present version no rule may be missing', () => {
  const present: readonly RuleId[] = ['recursive', 'extensions', 'stableMs', 'status', 'terms', 'existing'];
  const later = ruleIds.filter((rule) => !present.includes(rule));
  expect(kept(without(...later, 'terms'))).toEqual(firstRules);
  expect(kept(without(...later))).toEqual(firstRules);
  for (const rule of present.filter((one) => one !== 'terms')) expect(kept(without(...later, rule))).toBeNull();
});

it('each stands in its own place', () => {
  for (const order of ['inForm', 'inLine'] as const) {
    const places = changeableRules(order).map((rule) => folderRules[rule].place?.[order]);
    expect(new Set(places).size).toBe(places.length);
  }
});
