// A request of the page: checked, handled, answered as data; nothing of it leaks into log or answer.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerAddPaths, answerRequest } from '../../../main/shell/requests.ts';
import type { Handlers, Uploader } from '../../../main/uploader-api.ts';
import { type RequestName, requestNames } from '../../../preload/contract.ts';

const names = Object.keys(requestNames) as RequestName[];

function fakeUploader(handle: (name: string, input: readonly unknown[]) => unknown): Uploader {
  const handlers = Object.fromEntries(names.map((name) => [name, async (...input: unknown[]) => handle(name, input)]));
  return {
    handlers: handlers as unknown as Handlers,
    addPaths: async (paths, accountId) => handle('addPaths', [paths, accountId]) as never,
    openLink: () => undefined,
    clip: () => null,
    picture: async () => null,
    on: () => () => undefined,
    openFiles: async () => undefined,
    command: () => undefined,
    updates: null,
    sendingCount: () => 0,
    stop: async () => undefined,
  };
}

function recordingLogger() {
  const lines: string[] = [];
  const write = (message: string, facts?: unknown): void => void lines.push(`${message} ${JSON.stringify(facts)}`);
  return { lines, info: write, warn: write, error: write };
}

test('hands checked arguments to the handler and wraps what it returns', async () => {
  const seen: unknown[] = [];
  const uploader = fakeUploader((name, input) => seen.push([name, input]));
  const reply = await answerRequest(uploader, 'queue.pause', [true], recordingLogger());
  expect(reply).toEqual({ ok: true, value: 1 });
  expect(seen).toEqual([['queue.pause', [true]]]);
});

test('refuses arguments that are too many, of another type, or hold more than the contract says', async () => {
  const uploader = fakeUploader(() => expect.unreachable());
  const target = { ids: ['j1'] };
  const bad: readonly (readonly [RequestName, readonly unknown[]])[] = [
    ['app.state', ['extra']],
    ['queue.pause', []],
    ['queue.pause', ['true']],
    ['queue.pause', [true, true]],
    ['site.open', ['']],
    ['site.open', ['x'.repeat(65)]],
    ['queue.view', [{ filter: 'all', sort: 'queue', offset: 0, limit: 201 }]],
    ['queue.view', [{ filter: 'all', sort: 'queue', offset: -1, limit: 10 }]],
    ['queue.view', [{ filter: 'all', sort: 'queue', offset: 0, limit: 10, extra: 1 }]],
    ['queue.act', [{ act: 'explode', target }]],
    ['queue.act', [{ act: 'pause', target: { ids: ['j1'], filter: 'all' } }]],
    ['job.describe', [{ jobId: 'j1', draft: { title: 'x', id: 7 } }]],
  ];
  for (const [name, input] of bad) {
    const reply = await answerRequest(uploader, name, input, recordingLogger());
    expect(reply, name).toMatchObject({ ok: false, error: { kind: 'bad-request', code: 'not-understood' } });
  }
});

test('keeps a refused password out of the log', async () => {
  const logger = recordingLogger();
  const input = [{ offer: 'o1', with: { kind: 'application-password', login: '', password: 'hunter2-canary' } }];
  const reply = await answerRequest(
    fakeUploader(() => null),
    'account.signIn',
    input,
    logger,
  );
  expect(reply.ok).toBe(false);
  expect(logger.lines.join()).toContain('account.signIn');
  expect(logger.lines.join() + JSON.stringify(reply)).not.toContain('canary');
});

test('answers a failing handler with words, and keeps its error to the log', async () => {
  const uploader = fakeUploader(() => {
    throw new Error('SQLITE_CORRUPT at /home/maria');
  });
  const reply = await answerRequest(uploader, 'app.state', [], recordingLogger());
  expect(reply).toMatchObject({ ok: false, error: { kind: 'failed', code: 'failed' } });
  expect(JSON.stringify(reply)).not.toContain('maria');
});

test('takes dropped paths with an account, and nothing that is not a path', async () => {
  const seen: unknown[] = [];
  const uploader = fakeUploader((_name, input) => seen.push(input));
  expect(await answerAddPaths(uploader, [['/a/b.mp4'], 'a1'], recordingLogger())).toEqual({ ok: true, value: 1 });
  for (const input of [[[], 'a1'], [['/a'], ''], [['/a']], [[''], 'a1'], [[7], 'a1'], ['/a', 'a1'], []]) {
    expect(await answerAddPaths(uploader, input, recordingLogger())).toMatchObject({ ok: false });
  }
  expect(seen).toEqual([[['/a/b.mp4'], 'a1']]);
});

test('never throws and always answers with a Reply, whatever comes', async () => {
  const uploader = fakeUploader(() => null);
  const logger = recordingLogger();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.array(fc.anything(), { maxLength: 3 }), async (name, input) => {
      const reply = await answerRequest(uploader, name, input, logger);
      expect(typeof reply.ok).toBe('boolean');
    }),
    { numRuns: 2_000 },
  );
});
