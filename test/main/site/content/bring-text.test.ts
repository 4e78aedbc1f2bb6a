// What was typed goes to its video: compared with what is there now, written down before it leaves, and never over somebody else's words.
import { expect, it, onTestFinished } from 'vitest';
import { emptyDraft } from '../../../../main/model.ts';
import { bringText, type TypedText } from '../../../../main/site/content/bring-text.ts';
import { answering, ava, type Given, inShort } from './answering.ts';

const record = (title: string, excerpt = 'Before'): Given => ({
  json: { id: 14, title: { raw: title }, content: { raw: '' }, excerpt: { raw: excerpt }, status: 'publish' },
});
let mayLeave = true;
const gone: Given = { status: 404, json: { code: 'rest_post_invalid_id' } };

async function bring(typed: Partial<TypedText>, ...steps: readonly Given[]) {
  const site = answering(...steps);
  const happened: unknown[] = [];
  const text = { videoId: 14, draft: { ...emptyDraft, title: 'Mine' }, seen: {}, sent: undefined, ...typed };
  const brought = await bringText(site.calls, ava, { aroundConflicts: false, ...text }, () => 7_000, {
    onFound: ({ title }) => void happened.push(['found', title]),
    onLeaving: async (all, compared) => {
      // Not before it is over does anything leave.
      await Promise.resolve();
      happened.push(['leaving', compared, site.asked.length]);
      if (compared === null) happened.push([all.values.title, all.sent]);
      return mayLeave;
    },
  });
  return { brought, happened, asked: inShort(site.asked) };
}

it('text that nobody else has changed is written down, then sent, and compared with the answer', async () => {
  const { brought, happened, asked } = await bring({ seen: { title: 'Old' } }, record('Old'), record('Mine'));
  expect(brought).toMatchObject({ after: { title: 'Mine' }, ignored: [], refused: null, theirs: {}, at: 7_000 });
  expect(happened).toEqual([
    ['found', 'Old'],
    ['leaving', { values: { title: 'Old' }, sent: { title: 'Mine' } }, 1],
  ]);
  expect(asked.map((one) => one.split(' ')[0])).toEqual(['GET', 'POST']);
});

it('of text that was compared with nothing it is told what was there', async () => {
  const { happened, asked } = await bring({}, record('Old'), record('Mine'));
  const told = [
    ['found', 'Old'],
    ['leaving', null, 1],
    ['Old', { title: 'Mine' }],
  ];
  expect([happened, asked.length]).toEqual([told, 2]);
});

it.each<[string, string, string | undefined]>([
  ['a plain description', 'Low water', 'Low water'],
  ['none of a formatted one', '<p>Low <b>water</b></p>', undefined],
  ['none of one that is only known by its beginning', 'x'.repeat(1_100_001), undefined],
])('what can be put back as it was has %s', async (_, raw, description) => {
  const there = { id: 14, title: { raw: 'Old' }, content: { raw }, excerpt: { raw: 'Before' }, status: 'publish' };
  const told: unknown[] = [];
  const { calls } = answering({ json: there });
  const text = {
    videoId: 14,
    draft: { ...emptyDraft, title: 'Mine' },
    seen: {},
    sent: undefined,
    aroundConflicts: false,
  };
  await bringText(calls, ava, text, () => 1, { onLeaving: ({ values }) => told.push(values) < 0 });
  expect(told).toMatchObject([{ title: 'Old', excerpt: 'Before' }]);
  expect((told[0] as { description?: unknown }).description).toBe(description);
});

it('text that is not what is typed any more does not leave', async () => {
  mayLeave = false;
  onTestFinished(() => {
    mayLeave = true;
  });
  const { brought, asked } = await bring({}, record('Old'), record('Mine'));
  expect([brought, asked.length]).toEqual(['typed-since', 1]);
});

it('text that is there already is not sent', async () => {
  const { brought, happened, asked } = await bring({ seen: { title: 'Old' } }, record('Mine'));
  expect([brought, asked.length]).toMatchObject([{ after: { title: 'Mine' }, ignored: [], refused: null }, 1]);
  expect(happened).toEqual([['found', 'Mine']]);
});

it('text for a video that is gone goes nowhere', async () => {
  const { brought, happened, asked } = await bring({}, gone);
  expect([brought, happened, asked.length]).toEqual([null, [], 1]);
});

it('text that was changed there too waits for the user, and nothing else is sent', async () => {
  const draft = { ...emptyDraft, title: 'Mine', excerpt: 'Mine too' };
  const seen = { title: 'Old', excerpt: 'Before' };
  const { brought, happened, asked } = await bring({ draft, seen }, record('Theirs'));
  expect(brought).toMatchObject({
    ...{ after: { title: 'Theirs' }, ignored: [], refused: null, theirs: { title: 'Theirs' }, at: 7_000 },
  });
  expect([happened, asked.length]).toEqual([[['found', 'Theirs']], 1]);
});

it('text beside what was changed there is sent all the same where that is wanted', async () => {
  const draft = { ...emptyDraft, title: 'Mine', excerpt: 'Mine too' };
  const typed = { draft, seen: { title: 'Old', excerpt: 'Before' }, aroundConflicts: true };
  const { brought, happened, asked } = await bring(typed, record('Theirs'), record('Theirs', 'Mine too'));
  expect(brought).toMatchObject({ after: { excerpt: 'Mine too' }, theirs: { title: 'Theirs' } });
  expect(happened.at(-1)).toEqual(['leaving', { values: { excerpt: 'Before' }, sent: { excerpt: 'Mine too' } }, 1]);
  expect(asked[1]).toContain('Mine too');
  expect(asked[1]).not.toContain('"title"');
});

it('text of our own whose answer was lost is nobody else’s change', async () => {
  const typed = { seen: { title: 'Old' }, sent: { title: 'Mine before' } };
  const { brought, asked } = await bring(typed, record('Mine before'), record('Mine'));
  expect([brought, asked.length]).toMatchObject([{ after: { title: 'Mine' }, theirs: {} }, 2]);
});

it('a failure of the site is thrown on', async () => {
  await expect(bring({}, { status: 500 })).rejects.toMatchObject({ name: 'SiteRefusal' });
});

it('nobody has to be told what was found', async () => {
  const { calls } = answering(record('Mine'));
  const text = { videoId: 14, draft: emptyDraft, seen: {}, sent: undefined, aroundConflicts: false };
  expect(await bringText(calls, ava, text, () => 1, { onLeaving: () => true })).toMatchObject({ at: 1 });
});
