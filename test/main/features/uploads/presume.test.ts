// Whether a clip that comes to a rebuilt list may have been sent before: only then it is looked for before it is sent.
import { expect, it } from 'vitest';
import { fileNameOf, type PresumeOptions, presumedAttemptOf } from '../../../../main/features/uploads/presume.ts';
import { emptyDraft } from '../../../../main/model.ts';
import { aJob } from '../../queue/jobs.ts';

const presumed = (isHere: boolean, since: number | null, mayHold: boolean) => {
  const asked: unknown[] = [];
  const options: PresumeOptions = {
    rebuilds: { since: () => since },
    owner: { isHere: () => isHere },
    siteLedger: {
      mayHold: (...what) => {
        asked.push(what);
        return mayHold;
      },
    },
  };
  return { attempt: presumedAttemptOf(options, aJob({ draft: { ...emptyDraft, title: 'Harbour' } })), asked };
};

it('is so since the list was found damaged, where the site may hold such a file', () => {
  const { attempt, asked } = presumed(true, 500, true);
  expect(attempt).toMatchObject({
    since: 500,
    attempt: { id: 'assumed-job-1', jobId: 'job-1', fileName: 'Harbour.mp4', endedAt: 500 },
  });
  expect(asked).toEqual([['account-1', 2_000, 'Harbour.mp4']]);
});

it.each([
  ['the list was never damaged', true, null, true],
  ['the site holds none such', true, 500, false],
  ['the list belongs to another computer, where all of it is doubted later', false, 500, true],
  ['it belongs to another computer and was never damaged', false, null, true],
] as const)('is not so where %s', (_, isHere, since, mayHold) => {
  expect(presumed(isHere, since, mayHold).attempt).toBeNull();
});

it('a clip goes by its title, or by its own name', () => {
  expect([fileNameOf(aJob()), fileNameOf(aJob({ draft: { ...emptyDraft, title: 'A' } }))]).toEqual([
    'C0001.mp4',
    'A.mp4',
  ]);
});
