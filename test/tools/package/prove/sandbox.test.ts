// What of /proc counts as a sandbox, and what does not.
import { expect, test } from 'vitest';
import { type SeenProcess, sandboxComplaints } from './sandbox.ts';

const program = '/opt/Clipferry/clipferry';

/** Of a process as Chromium leaves it; `changed` are lines of its status that are not as they should be. */
function seen(words: string, changed: Readonly<Record<string, string>> = {}): SeenProcess {
  const lines = { NSpid: '4217', CapEff: '0000000000000000', NoNewPrivs: '0', Seccomp: '0', ...changed };
  const status = Object.entries(lines).map(([name, value]) => `${name}:\t${value}\n`);
  return { line: `${program} ${words}`.trim(), status: `Name:\tclipferry\n${status.join('')}` };
}
const contained = { NSpid: '4218\t11\t1', NoNewPrivs: '1', Seccomp: '2' };
const browser = seen('');
const zygotes = [seen('--type=zygote --no-zygote-sandbox'), seen('--type=zygote')];
const renderer = seen('--type=renderer --lang=en-US', contained);

test('an app as it should be', () => {
  expect(sandboxComplaints([browser, ...zygotes, renderer])).toEqual([]);
  expect(sandboxComplaints([seen('/home/one/--no-sandbox.mp4'), renderer])).toEqual([]);
});

test('no page, or no app, is no proof', () => {
  const none = ['the app is not running with a page'];
  expect(sandboxComplaints([])).toEqual(none);
  expect(sandboxComplaints([browser, ...zygotes])).toEqual(none);
  expect(sandboxComplaints([renderer])).toEqual(none);
});

test.each(['--no-sandbox', '--disable-setuid-sandbox', '--disable-seccomp-filter-sandbox', '--no-zygote'])(
  '%s is told once, whoever has it',
  (word) => {
    expect(sandboxComplaints([seen(word), seen(`--type=renderer ${word} --lang=en-US`, contained)])).toEqual([
      `started with ${word}`,
    ]);
  },
);

test.each([
  ['Seccomp', '0', 'system calls are not filtered'],
  ['Seccomp', '1', 'system calls are not filtered'],
  ['NoNewPrivs', '0', 'it may get new rights'],
  ['CapEff', '0000000000200000', 'it has capabilities'],
  ['NSpid', '4218', 'it sees the processes of others'],
])('a page’s process with %s %s: %s', (name, value, complaint) => {
  const open = seen('--type=renderer', { ...contained, [name]: value });
  expect(sandboxComplaints([browser, renderer, open])).toEqual([`the page’s process: ${complaint}`]);
});

test('in a root with process namespaces of its own the page has to be deeper still', () => {
  const deeper = seen('', { NSpid: '4217\t20' });
  const besides = seen('--type=renderer', { ...contained, NSpid: '4218\t21' });
  expect(sandboxComplaints([deeper, besides])).toEqual(['the page’s process: it sees the processes of others']);
});
