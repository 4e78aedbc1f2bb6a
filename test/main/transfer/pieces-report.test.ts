// What single answers and broken lines mean for a clip in pieces, and pauses that end with it.
import { describe, expect, it, vi } from 'vitest';
import { readAnswer, type SiteAnswer } from '../../../main/answers.ts';
import { HttpError } from '../../../main/ports.ts';
import {
  ignoreLine,
  isForgotten,
  isGone,
  isGood,
  isHeldBefore,
  lineTrouble,
  pause,
  refused,
  report,
  wantsRest,
} from '../../../main/transfer/pieces-report.ts';

const said = (status: number, code: string | null = null, headers = {}): SiteAnswer =>
  readAnswer(
    { status, headers, body: Buffer.from(code === null ? '' : JSON.stringify({ code, message: 'No.' })), cut: null },
    0,
  );
const sent = { extension: 'mp4', bytes: 5_000_000 };

describe('an answer', () => {
  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
  ])('%i is good: %s', (status, good) => {
    expect(isGood(said(status))).toBe(good);
  });

  it.each([
    [404, 'clipferry_no_upload', [true, true, false]],
    [410, 'clipferry_gone', [true, true, false]],
    [404, 'rest_no_route', [true, false, false]],
    [404, null, [true, false, true]],
    [403, null, [false, false, true]],
    [403, 'clipferry_no', [false, false, false]],
    [500, null, [false, false, false]],
  ])('%i (%s): gone, forgotten by the helper itself, held before the site', (status, code, wanted) => {
    const one = said(status, code);
    expect([isGone(one), isForgotten(one), isHeldBefore(one)]).toEqual(wanted);
  });

  it.each([400, 403, 404, 405, 406, 411, 415, 501])('%i without a code is somebody’s before the site', (status) => {
    expect(isHeldBefore(said(status))).toBe(true);
  });

  it.each([
    [429, { 'retry-after': '30' }, true],
    [503, { 'retry-after': '30' }, true],
    [503, {}, false],
    [500, { 'retry-after': '30' }, false],
  ])('%i with %j wants rest: %s', (status, headers, wanted) => {
    expect(wantsRest(said(status, null, headers))).toBe(wanted);
  });
});

describe('a refusal', () => {
  it.each([
    'rest_no_route',
    'clipferry_no_route',
    'clipferry_may_not_upload',
    'clipferry_too_many',
    'clipferry_not_writable',
  ])('%s is one of clips in pieces, until the last bytes have left', (code) => {
    expect(refused(said(403, code), false, sent)).toMatchObject({ isUnfit: true, isBlocked: false });
    expect(refused(said(403, code), true, sent)).toMatchObject({ isUnfit: false });
  });

  it('by nobody’s code is none of them', () => {
    expect(refused(said(403), false, sent).isUnfit).toBe(false);
    expect(refused(said(403, 'null'), false, sent).isUnfit).toBe(false);
  });

  it('by a size names no limit of the whole', () => {
    const json = { code: 'rest_upload_file_too_big', message: 'The upload exceeds the limit of 512000 bytes.' };
    const large = readAnswer({ status: 413, headers: {}, body: Buffer.from(JSON.stringify(json)), cut: null }, 0);
    const { verdict, toldLimit } = refused(large, false, sent);
    expect(verdict).toMatchObject({ kind: 'failed', cause: { kind: 'needs-you', reason: 'too-large' } });
    expect(toldLimit).toBeNull();
  });

  it('says nothing of a clip whose last bytes may have left (F-01); who signs in again is not signed out by it', () => {
    expect(refused(said(400, 'odd'), true, sent).verdict).toMatchObject({ kind: 'unclear', otherwise: {} });
    expect(refused(said(401, 'rest_not_logged_in'), true, sent).verdict).toEqual({ kind: 'unclear', otherwise: null });
    expect(refused(said(401, 'rest_not_logged_in'), false, sent).verdict).toMatchObject({ cause: { kind: 'sign-in' } });
  });

  it('is a yes that is nobody’s word on the clip (F-05, F-21)', () => {
    const cause = { kind: 'retry', why: 'web-page-answer', afterMs: null, bounded: true };
    expect(refused(said(200), false, sent).verdict).toEqual({ kind: 'failed', cause });
  });
});

describe('a line that breaks', () => {
  const reset = new HttpError('reset', 'cut');
  it('is a report, with the sum that is known', () => {
    expect(lineTrouble(reset, false, 'ab')).toMatchObject({
      sha256: 'ab',
      isUnfit: false,
      verdict: { kind: 'failed' },
    });
    expect(lineTrouble(reset, true, 'ab')).toMatchObject({ sha256: 'ab', verdict: { kind: 'unclear' } });
    expect(report({ kind: 'stopped' })).toMatchObject({ isUnfit: false, isBlocked: false, sha256: null });
  });

  it.each(['aborted', 'body-failed', 'not-asked'] as const)(
    'is not what was not the line’s: %s is thrown on',
    (problem) => {
      const error = new HttpError(problem, 'not the line');
      expect(() => lineTrouble(error, false, null)).toThrow(error);
    },
  );

  it('is not what nobody expects', () => {
    const error = new TypeError('a fault of ours');
    expect(() => lineTrouble(error, false, null)).toThrow(error);
    expect(() => ignoreLine(error)).toThrow(error);
    expect(() => ignoreLine(reset)).not.toThrow();
  });
});

describe('a pause', () => {
  /** A clock whose pauses end when a test says so. */
  function handClock() {
    const calls: (() => void)[] = [];
    const cancel = vi.fn();
    const after = (_: number, call: () => void) => {
      calls.push(call);
      return cancel;
    };
    return { after, cancel, end: () => calls.splice(0).forEach((call) => void call()) };
  }

  it('passes, and leaves nothing with the signal', async () => {
    const clock = handClock();
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    const waits = pause(clock, 500, signal);
    clock.end();
    await waits;
    expect(removed).toHaveBeenCalledWith('abort', expect.any(Function));
    expect(clock.cancel).not.toHaveBeenCalled();
  });

  it('ends with its clip, once, with the reason', async () => {
    const clock = handClock();
    const stop = new AbortController();
    const added = vi.spyOn(stop.signal, 'addEventListener');
    const waits = pause(clock, 500, stop.signal);
    stop.abort('its user');
    await expect(waits).rejects.toMatchObject({ problem: 'aborted', cause: 'its user' });
    expect(clock.cancel).toHaveBeenCalledOnce();
    expect(added).toHaveBeenCalledWith('abort', expect.any(Function), { once: true });
  });

  it('is none for a clip that was stopped before', async () => {
    const clock = handClock();
    await expect(pause(clock, 500, AbortSignal.abort('its user'))).rejects.toMatchObject({ problem: 'aborted' });
    expect(clock.cancel).toHaveBeenCalledOnce();
  });
});
