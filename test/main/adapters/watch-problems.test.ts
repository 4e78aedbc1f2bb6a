// What an error of watching is taken for, and which limit of the system is told.
import { describe, expect, it } from 'vitest';
import { limitOf, messageOf, placeProblemOf, problemOf } from '../../../main/adapters/watch-problems.ts';

const failure = (code: string, syscall = 'watch'): Error => Object.assign(new Error(`${code}!`), { code, syscall });

describe('an error', () => {
  it.each([
    ['ENOSPC', 'limit', 'broken'],
    ['EMFILE', 'limit', 'broken'],
    ['ENFILE', 'limit', 'broken'],
    ['ENOMEM', 'limit', 'broken'],
    ['ENOENT', 'failed', 'gone'],
    ['ENOTDIR', 'failed', 'gone'],
    ['ELOOP', 'failed', 'gone'],
    ['EACCES', 'failed', 'closed'],
    ['EPERM', 'failed', 'closed'],
    ['ENAMETOOLONG', 'failed', 'closed'],
    ['EIO', 'failed', 'broken'],
  ])('%s of the whole is “%s”, of one place “%s”', (code, whole, place) => {
    expect([problemOf(failure(code)), placeProblemOf(failure(code))]).toEqual([whole, place]);
  });

  it.each([
    ['words', 'words'],
    [undefined, 'undefined'],
    [{ code: 'ENOSPC' }, '[object Object]'],
    [new Error('Without a code'), 'Without a code'],
  ])('that is none of the system is a failure: %s', (error, message) => {
    expect([problemOf(error), placeProblemOf(error), limitOf(error), messageOf(error)]).toEqual([
      'failed',
      'broken',
      null,
      message,
    ]);
  });

  it('of another kind than inotify’s has no limit that is told', () => {
    // Descriptors of the process, files of the whole system, memory.
    const others = [failure('EMFILE', 'opendir'), failure('ENFILE'), failure('ENOMEM'), failure('EIO')];
    expect(others.map(limitOf)).toEqual([null, null, null, null]);
  });
});
