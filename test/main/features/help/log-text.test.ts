// An entry of the log in a report: codes and numbers are told, and of texts only those that are known to be nobody's.
import { expect, test } from 'vitest';
import { createDisguise } from '../../../../main/features/help/disguise.ts';
import { entryLine, headLines } from '../../../../main/features/help/log-text.ts';
import type { LogEntry } from '../../../../main/ports.ts';

const entry = (message: string, facts: unknown): LogEntry => ({
  at: '2026-11-23 22:04:07.123',
  level: 'warn',
  message,
  facts,
});

test('codes, ids and numbers are told, and ids by their tokens', () => {
  const disguise = createDisguise();
  disguise.add('site-1', '0f3c9a1b2c3d4e5f');
  expect(
    entryLine(entry('The line to a site', { site: '0f3c9a1b2c3d4e5f', is: 'away', ms: 12, sure: false }), disguise),
  ).toBe('2026-11-23 22:04:07.123 warn The line to a site {"site":"site-1","is":"away","ms":12,"sure":false}');
});

test('a text under a name that nobody has judged is left out, also deep inside', () => {
  const facts = {
    error: {
      name: 'SiteRefusal',
      message: 'The site answered 403',
      said: { status: 403, message: 'rest_forbidden', text: 'Sorry, canary' },
    },
    title: 'canary',
    list: ['canary', { body: 'canary' }],
  };
  const line = entryLine(entry('a request failed', facts), createDisguise());
  expect(line).not.toContain('canary');
  expect(line).toContain('"message":"The site answered 403"');
  expect(line).toContain('"title":"[6]"');
});

test('what is told goes in disguise, and is no longer than it has to be', () => {
  const line = entryLine(entry('x', { error: `open '/home/canary/x.mp4' ${'y'.repeat(10_000)}` }), createDisguise());
  expect(line).not.toContain('canary');
  expect(line.length).toBeLessThan(2_200);
});

test('an entry is one line, and what is missing before it is told', () => {
  expect(entryLine(entry('two\nlines', null), createDisguise())).toBe('2026-11-23 22:04:07.123 warn two lines');
  expect(headLines({ entries: [], unreadable: 3, isCut: true })).toEqual(['…', 'left-out-lines: 3']);
  expect(headLines({ entries: [], unreadable: 0, isCut: false })).toEqual([]);
});
