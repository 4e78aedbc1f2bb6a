// The catalogue is whole: each message can be read, has all its cases and only typed placeholders, and is said with the values given.
import { IntlMessageFormat } from 'intl-messageformat';
import { afterEach, describe, expect, expectTypeOf, test } from 'vitest';
import { english } from '../../../preload/text/english.ts';
import { formatBytes, formatClock, formatMoment } from '../../../preload/text/format.ts';
import type { ValuesOf } from '../../../preload/text/icu.ts';
import { firstWeekday, formatLocale, setRegion } from '../../../preload/text/region.ts';
import { facts, markText, sentences, t } from '../../../preload/text/text.ts';

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

const kinds = { literal: 0, argument: 1, number: 2, select: 5, plural: 6, pound: 7 } as const;

/** What is wrong with one message; empty when nothing is. */
function messageProblems(message: string): string[] {
  let parts: readonly Part[];
  try {
    parts = new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst();
  } catch (error) {
    return [`cannot be read: ${String(error)}`];
  }
  const problems: string[] = [];
  const nullable = new Set<string>();
  const used = new Map<string, Set<number>>();
  const note = (name: string, kind: number): void => void used.set(name, (used.get(name) ?? new Set()).add(kind));
  const walk = (all: readonly Part[], safe: ReadonlySet<string>): void => {
    for (const part of all) {
      const kind: number = part.type;
      if (kind === kinds.literal || kind === kinds.pound) continue;
      if (!('value' in part)) continue;
      const name = String(part.value);
      note(name, kind);
      if (kind === kinds.argument && nullable.has(name) && !safe.has(name))
        problems.push(`says {${name}} where it may be nothing`);
      if (!('options' in part)) {
        if (kind !== kinds.argument && kind !== kinds.number)
          problems.push(`writes {${name}} in a way that its types do not know`);
        continue;
      }
      const cases = Object.keys(part.options);
      if (!cases.includes('other')) problems.push(`{${name}} has no "other"`);
      if (kind === kinds.plural && !cases.includes('one') && !cases.includes('=0'))
        problems.push(`{${name}} has no "one"`);
      if (kind === kinds.select && cases.includes('_')) nullable.add(name);
      for (const [key, option] of Object.entries(part.options))
        walk(option.value, kind === kinds.select && key !== '_' ? new Set([...safe, name]) : safe);
    }
  };
  walk(parts, new Set());
  for (const [name, found] of used) {
    const counts = found.has(kinds.plural) || found.has(kinds.number);
    if (counts && (found.has(kinds.argument) || found.has(kinds.select)))
      problems.push(`{${name}} is text and a number`);
  }
  if (/[\d}] ?%?\s?\(s\)|\(e?s\)/.test(message)) problems.push('has a plural in brackets');
  if (/'/.test(message)) problems.push('has a straight apostrophe, which quotes what follows');
  return problems;
}

test('every message is whole', () => {
  const told = Object.entries(english).flatMap(([id, message]) =>
    messageProblems(message).map((what) => `${id} ${what}`),
  );
  expect(told).toEqual([]);
});

test.each([
  ['{clips, plural, one {# clip}}', /cannot be read|no "other"/],
  ['{clips, plural, other {# clips}}', /no "one"/],
  ['{kind, select, a {x}}', /cannot be read|no "other"/],
  ['{open', /cannot be read/],
  ['{said, select, _ {} other {it}} {said}', /says \{said\} where it may be nothing/],
  ['{when, date, short}', /in a way that its types do not know/],
  ['{clips} of {clips, number}', /is text and a number/],
  ['clip(s)', /plural in brackets/],
  ["It's here", /apostrophe/],
])('what is wrong with “%s” is seen', (message, problem) => {
  expect(messageProblems(message).join('\n')).toMatch(problem);
});

test('the compiler reads the same placeholders', () => {
  expectTypeOf<ValuesOf<'plain'>>().toEqualTypeOf<Record<never, never>>();
  expectTypeOf<ValuesOf<'{name} of {whole}'>>().toEqualTypeOf<{ readonly name: string; readonly whole: string }>();
  expectTypeOf<ValuesOf<'{n, number} left'>>().toEqualTypeOf<{ readonly n: number }>();
  expectTypeOf<ValuesOf<'{n, plural, one {# of {a}} other {# of {b}}}, {c}'>>().toEqualTypeOf<{
    readonly n: number;
    readonly a: string;
    readonly b: string;
    readonly c: string;
  }>();
  expectTypeOf<ValuesOf<'{t, select, _ {{n, plural, one {#} other {#}}} other {“{t}”}}'>>().toEqualTypeOf<{
    readonly t: string | null;
    readonly n: number;
  }>();
  // @ts-expect-error A value is missing.
  expect(() => t('format.part', { part: '1' })).toThrow();
  // @ts-expect-error There is no such message.
  expect(() => t('no.such.message')).toThrow();
});

describe('said', () => {
  afterEach(() => {
    setRegion('en-US');
    markText(null);
  });

  test('with its plural, its values and nothing where nothing is', () => {
    expect(t('jobs.acted.pause', { clips: 1 })).toBe('1 clip paused');
    expect(t('jobs.acted.pause', { clips: 1_200 })).toBe('1,200 clips paused');
    expect(t('jobs.ask.clip-known.what', { other: null })).toContain('the same video as another file, which');
    expect(t('jobs.ask.clip-known.what', { other: '{n} <b>' })).toContain('“{n} <b>”');
    expect(t('library.restore.title', { title: null, videos: 2 })).toBe('Restore 2 videos?');
    expect(sentences('One.', null, '', 'Two.')).toBe('One. Two.');
    expect(facts('4 GB', null, '2 hrs left')).toBe('4 GB · 2 hrs left');
  });

  test.each([
    ['en-US', 'en-US', '9:05 PM', '2.5 GB', 6],
    ['en-GB', 'en-GB', '21:05', '2.5 GB', 0],
    ['de-AT', 'en-AT', '21:05', '2,5 GB', 0],
    ['pt-BR', 'en-BR', null, null, 6],
    ['ar-EG', 'en-EG', null, null, 5],
    ['fr', 'en-FR', null, null, 0],
    ['C', 'en', '9:05 PM', '2.5 GB', 6],
    ['', 'en', null, null, null],
  ])('numbers, clocks and weeks follow the region of %s', (system, locale, clock, size, weekday) => {
    setRegion(system);
    const plain = (text: string): string => text.replaceAll(/[\u202f\u00a0]/g, ' ');
    expect(formatLocale()).toBe(locale);
    if (clock !== null) expect(plain(formatClock(new Date(2026, 0, 5, 21, 5).getTime()))).toBe(clock);
    if (size !== null) expect(plain(formatBytes(2_500_000_000))).toBe(size);
    if (weekday !== null) expect(firstWeekday()).toBe(weekday);
  });

  test('a number in a sentence follows the region, too', () => {
    setRegion('de-DE');
    expect(t('jobs.acted.pause', { clips: 1_200 })).toBe('1.200 clips paused');
  });

  test('marked for a test, and what Intl writes with it', () => {
    markText((text) => `⟦${text}⟧`);
    expect(t('jobs.state.paused')).toBe('⟦Paused⟧');
    expect(formatMoment(Date.UTC(2020, 0, 5), 0)).toMatch(/^⟦.*⟧$/);
  });
});
