// What new clips get by a preset: patterns filled in for each, counted, and what their folder says above it.
import { describe, expect, it } from 'vitest';
import { newText } from '../../../../main/features/metadata/new-text.ts';
import { emptyDraft } from '../../../../main/model.ts';
import { aJob } from '../../queue/jobs.ts';

const clock = { zoneOffsetMinutes: () => 120 };
const clipOf = (name: string, durationSeconds: number | null = null) => {
  const { clip } = aJob();
  return { ...clip, name, path: `/clips/Regatta/${name}`, facts: { ...clip.facts, durationSeconds } };
};

describe('a preset', () => {
  it('gives each clip its title and description, with its number', () => {
    const description = 'Filmed {date}.\n\n{title} ({duration}), file {name} of {folder}, {other}';
    const content = { titlePattern: 'Race {nn}: {name}', draft: { ...emptyDraft, description, status: 'draft' } };
    const text = newText(clock, content, emptyDraft);
    expect(text.needsLength).toBe(true);
    expect(text.of(clipOf('start.mp4', 65), 9)).toEqual({
      ...emptyDraft,
      ...{ title: 'Race 09: start', status: 'draft' },
      description: 'Filmed 2025-11-20.\n\nRace 09: start (1:05), file start of Regatta, {other}',
    });
    expect(text.of(clipOf('finish.mov'), 10).title).toBe('Race 10: finish');
  });

  it('leaves the title to the site where it has no pattern, or one that gives nothing, and calls the clip by its name', () => {
    for (const titlePattern of [null, ' {duration} ']) {
      const content = { titlePattern, draft: { ...emptyDraft, description: 'About {title}' } };
      expect(newText(clock, content, emptyDraft).of(clipOf('start.mp4'), 1)).toMatchObject({
        ...{ title: null, description: 'About start' },
      });
    }
  });

  it('takes a title with braces in it as it is, in the description too', () => {
    const content = { titlePattern: '{name}', draft: { ...emptyDraft, description: '{title}{title}' } };
    expect(newText(clock, content, emptyDraft).of(clipOf('{n} $& {title}.mp4'), 1)).toMatchObject({
      ...{ title: '{n} $& {title}', description: '{n} $& {title}{n} $& {title}' },
    });
  });

  it('gives way to what its folder says, field by field and taxonomy by taxonomy', () => {
    const draft = { ...emptyDraft, status: 'publish', commentsOpen: false, terms: { tags: [1], categories: [2] } };
    const above = { ...emptyDraft, status: 'private', terms: { tags: [7] } };
    expect(newText(clock, { titlePattern: null, draft }, above).of(clipOf('a.mp4'), 1)).toEqual({
      ...emptyDraft,
      ...{ status: 'private', commentsOpen: false, terms: { tags: [7], categories: [2] } },
    });
  });

  it.each([
    ['{name}', null, false],
    [null, '{duration}', true],
    ['{duration}', null, true],
    [null, null, false],
  ])('asks for lengths only where it names them: %s, %s', (titlePattern, description, needs) => {
    expect(newText(clock, { titlePattern, draft: { ...emptyDraft, description } }, emptyDraft).needsLength).toBe(needs);
  });
});

it('without one a clip gets what its folder says, or nothing', () => {
  const above = { ...emptyDraft, status: 'private' };
  expect(newText(clock, null, above).of(clipOf('a.mp4'), 1)).toBe(above);
  expect(newText(clock, null, emptyDraft).of(clipOf('a.mp4'), 1)).toEqual(emptyDraft);
});
