// What may happen to an update between the web server and the program's place, and what has to have come of it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { systemRandom } from '../../main/adapters/random.ts';
import { programPlace } from '../../main/adapters/updates/program-place.ts';
import { saysVersion } from '../../main/adapters/updates/try-program.ts';
import { updateFolder } from '../../main/adapters/updates/update-folder.ts';
import type { Updates } from '../../main/ports/updates.ts';
import { type Http, SaveError } from '../../main/ports.ts';
import { dayMs, hourMs, minuteMs } from '../../main/retry.ts';
import type { Chance } from '../kill/chance.ts';
import { fakeApp } from './fake-app.ts';
import { handClock } from './hand-clock.ts';
import { createSigner, feedFor, sha512Of, signedText } from './signed-feed.ts';
import { type Stage, seen } from './stage.ts';

export interface UpdateCase {
  readonly name: string;
  run(stage: Stage, chance: Chance): Promise<void>;
}

const runs = (program: string): string => execFileSync(program, ['--say-version'], { encoding: 'utf8' }).trim();

/** How a start is watched that looks by a clock of the test: counted when it asks, so that nobody has to wait to see that it does not. */
function countedLooks({ http }: Stage) {
  const clock = handClock();
  let count = 0;
  const request: Http['request'] = (wanted) => {
    count++;
    return http.request(wanted);
  };
  const options = { clock, http: { ...http, request }, random: { ...systemRandom, fraction: () => 0 } };
  return { clock, options, looks: () => count };
}

/** At every moment, whatever happened: one whole program that starts. */
export function placeHolds(stage: Stage, ...allowed: readonly Buffer[]): void {
  const there = readFileSync(stage.program);
  assert.ok(
    allowed.some((one) => one.equals(there)),
    'the program at the place is none of those that may be there',
  );
  assert.match(runs(stage.program), /^clipferry \d/);
}

/** Hidden files beside the program. */
export const besides = ({ program }: Stage): readonly string[] =>
  readdirSync(path.dirname(program)).filter((name) => name.startsWith('.'));

/** What the desktop is asked for comes after a look at the disk. */
async function wasAsked(stage: Stage, ...asked: readonly string[]): Promise<void> {
  const until = performance.now() + 10_000;
  while (stage.asked.length < asked.length && performance.now() < until) await setImmediate();
  assert.deepEqual(stage.asked, asked);
}

async function bringTo(updates: Updates, stage: string): Promise<void> {
  await updates.act('check');
  await updates.act('fetch');
  assert.equal(seen(updates.view()), stage);
}

/** Looks, finds nothing that it takes, and has touched nothing. */
const takesNothing = (name: string, expected: string, publish: (stage: Stage) => void): UpdateCase => ({
  name,
  run: async (stage) => {
    publish(stage);
    stage.setMode('automatic');
    const updates = await stage.start();
    await updates.act('check');
    await updates.act('fetch');
    assert.equal(seen(updates.view()), expected);
    await updates.leave();
    placeHolds(stage, stage.old);
    assert.deepEqual(besides(stage), []);
  },
});

/** A feed that is right, in the app's eyes, of a file that the server does not have. */
function publishWrong(stage: Stage, sent: Buffer): void {
  const right = fakeApp('0.2.0', stage.payloadBytes);
  stage.publish('0.2.0', right);
  for (const name of stage.server.files.keys()) if (name.endsWith('.AppImage')) stage.server.files.set(name, sent);
}

const feedCases: readonly UpdateCase[] = [
  {
    name: 'a good one',
    run: async (stage) => {
      const bytes = fakeApp('0.2.0', stage.payloadBytes);
      chmodSync(stage.program, 0o750);
      stage.publish('0.2.0', bytes);
      const updates = await stage.start();
      await bringTo(updates, 'ready 0.2.0');
      placeHolds(stage, stage.old);
      await updates.act('install');
      await updates.leave();
      placeHolds(stage, bytes);
      assert.equal(runs(stage.program), 'clipferry 0.2.0');
      assert.equal(lstatSync(stage.program).mode & 0o777, 0o750);
      // The old one is there until the new one runs.
      const [old = ''] = besides(stage);
      assert.ok(readFileSync(path.join(path.dirname(stage.program), old)).equals(stage.old));
      await stage.start({ version: '0.2.0' });
      assert.deepEqual(besides(stage), []);
      assert.deepEqual(readdirSync(path.join(stage.folder, 'updates')), ['remembered.json']);
    },
  },
  takesNothing('an older one', 'none', (stage) => stage.publish('0.0.9', fakeApp('0.0.9', stage.payloadBytes))),
  takesNothing('the same one', 'none', (stage) => stage.publish('0.1.0', fakeApp('0.1.0', stage.payloadBytes))),
  takesNothing('one whose time is over', 'none stale', (stage) =>
    stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes), { expiresAt: Date.now() - 1 }),
  ),
  takesNothing('one with a wrong hash', 'found 0.2.0 wrong-file', (stage) => {
    const bytes = fakeApp('0.2.0', stage.payloadBytes);
    const files = [{ ...feedFor('0.2.0', bytes).files[0], sha512: sha512Of(Buffer.from('another')) }];
    stage.publish('0.2.0', bytes, { files: files as never });
  }),
  takesNothing('one with a wrong signature', 'none untrusted', (stage) => {
    const feed = feedFor('0.2.0', fakeApp('0.2.0', stage.payloadBytes));
    stage.server.files.set('/updates.json', Buffer.from(signedText(feed, createSigner())));
  }),
  takesNothing('one of which a byte was changed', 'found 0.2.0 wrong-file', (stage) => {
    const bytes = fakeApp('0.2.0', stage.payloadBytes);
    publishWrong(stage, bytes);
    for (const [name, right] of stage.server.files) {
      if (!name.endsWith('.AppImage')) continue;
      const wrong = Buffer.from(right);
      wrong[wrong.length - 1] = (wrong.at(-1) ?? 0) ^ 1;
      stage.server.files.set(name, wrong);
    }
  }),
  takesNothing('another file of the same length', 'found 0.2.0 wrong-file', (stage) =>
    publishWrong(stage, fakeApp('0.2.0', stage.payloadBytes)),
  ),
  takesNothing('a file that does not end', 'found 0.2.0 no-answer', (stage) =>
    publishWrong(stage, fakeApp('0.2.0', stage.payloadBytes + 1_000_000)),
  ),
  takesNothing('the right hash of a wrong file: an older program', 'found 0.2.0 not-starting', (stage) =>
    stage.publish('0.2.0', fakeApp('0.0.9', stage.payloadBytes)),
  ),
  takesNothing('the right hash of a wrong file: no program at all', 'found 0.2.0 not-starting', (stage) =>
    stage.publish('0.2.0', Buffer.alloc(stage.payloadBytes, 'no program')),
  ),
  takesNothing('one that others have their turn with first', 'none', (stage) =>
    stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes), { share: 0 }),
  ),
  {
    name: 'a list that is shown again after a newer one was seen, also after a restart',
    run: async (stage) => {
      const old = feedFor('0.2.0', fakeApp('0.2.0', stage.payloadBytes), { issuedAt: Date.now() - dayMs });
      stage.publish('0.1.0', fakeApp('0.1.0', 1_000));
      const first = await stage.start();
      await first.act('check');
      assert.equal(seen(first.view()), 'none');
      stage.server.files.set('/updates.json', Buffer.from(signedText(old, stage.signer)));
      await first.act('check');
      assert.equal(seen(first.view()), 'none stale');
      first.stop();
      const second = await stage.start();
      await second.act('check');
      assert.equal(seen(second.view()), 'none stale');
      placeHolds(stage, stage.old);
    },
  },
  {
    name: 'one that is withdrawn after it was fetched',
    run: async (stage) => {
      stage.setMode('automatic');
      stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes));
      const updates = await stage.start();
      await updates.act('check');
      assert.equal(seen(updates.view()), 'ready 0.2.0');
      stage.publish('0.1.0', fakeApp('0.1.0', 1_000));
      await updates.act('check');
      assert.equal(seen(updates.view()), 'none');
      await updates.leave();
      placeHolds(stage, stage.old);
    },
  },
];

const lineCases: readonly UpdateCase[] = [
  {
    name: 'a server that is gone',
    run: async (stage) => {
      const updates = await stage.start({
        source: { feed: 'https://127.0.0.1:9/updates.json', keys: [stage.signer.key] },
      });
      await updates.act('check');
      assert.equal(seen(updates.view()), 'none no-answer');
      placeHolds(stage, stage.old);
    },
  },
  {
    name: 'a server that goes while it sends, and is back',
    run: async (stage) => {
      const bytes = fakeApp('0.2.0', stage.payloadBytes);
      stage.publish('0.2.0', bytes);
      const updates = await stage.start();
      await updates.act('check');
      // Cut at once, each time.
      stage.server.cuts.push(stage.payloadBytes / 2, 0, 0, 0, 0, 0);
      await updates.act('fetch');
      assert.equal(seen(updates.view()), 'found 0.2.0 no-answer');
      stage.server.cuts.length = 0;
      await updates.act('fetch');
      assert.equal(seen(updates.view()), 'ready 0.2.0');
      assert.match(stage.server.asked.at(-1)?.range ?? '', /^bytes=[1-9]/);
      placeHolds(stage, stage.old);
    },
  },
  {
    name: 'a line that is cut, to a server that sends parts',
    run: async (stage, chance) => {
      const bytes = fakeApp('0.2.0', stage.payloadBytes);
      stage.publish('0.2.0', bytes);
      const updates = await stage.start();
      await updates.act('check');
      stage.server.cuts.push(chance.whole(100_000, stage.payloadBytes - 1));
      await updates.act('fetch');
      assert.equal(seen(updates.view()), 'ready 0.2.0');
      await updates.act('install');
      await updates.leave();
      placeHolds(stage, bytes);
    },
  },
  {
    name: 'a line that is cut, to a server that only sends all',
    run: async (stage, chance) => {
      const bytes = fakeApp('0.2.0', stage.payloadBytes);
      stage.publish('0.2.0', bytes);
      stage.server.ranges = false;
      const updates = await stage.start();
      await updates.act('check');
      stage.server.cuts.push(chance.whole(100_000, stage.payloadBytes - 1));
      await updates.act('fetch');
      assert.equal(seen(updates.view()), 'ready 0.2.0');
      placeHolds(stage, stage.old);
    },
  },
  {
    name: 'a part of another file that has the same name by now',
    run: async (stage) => {
      const bytes = fakeApp('0.2.0', stage.payloadBytes);
      const [file] = feedFor('0.2.0', bytes).files;
      assert.ok(file);
      const part = await updateFolder(path.join(stage.folder, 'updates')).openPart(file, 0);
      await part.append(Buffer.alloc(stage.payloadBytes / 2, 'another'));
      await part.close();
      stage.publish('0.2.0', bytes);
      await bringTo(await stage.start(), 'ready 0.2.0');
    },
  },
  {
    name: 'a server that sends on to another, and one that sends on to what is not https',
    run: async (stage) => {
      stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes));
      const feed = stage.server.files.get('/updates.json') ?? Buffer.alloc(0);
      stage.server.files.set('/elsewhere/updates.json', feed);
      stage.server.redirects.set('/updates.json', '/elsewhere/updates.json');
      const updates = await stage.start();
      await updates.act('check');
      assert.equal(seen(updates.view()), 'found 0.2.0');
      const open = createServer((_, response) => response.end(feed)).listen(0, '127.0.0.1');
      await once(open, 'listening');
      const { port } = open.address() as AddressInfo;
      stage.server.redirects.set('/updates.json', `http://127.0.0.1:${port}/updates.json`);
      await updates.act('check');
      open.close();
      assert.equal(seen(updates.view()), 'found 0.2.0 no-answer');
    },
  },
];

const diskCases: readonly UpdateCase[] = [
  {
    name: 'a disk without room for it: nothing is begun',
    run: async (stage) => {
      stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes));
      const files = { ...updateFolder(path.join(stage.folder, 'updates')), room: async () => stage.payloadBytes };
      const updates = await stage.start({ files });
      await bringTo(updates, 'found 0.2.0 full');
      assert.ok(!stage.server.asked.some((one) => one.path.endsWith('.AppImage')));
      placeHolds(stage, stage.old);
    },
  },
  {
    name: 'a disk that is full in the middle: the room is given back',
    run: async (stage) => {
      stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes));
      const real = updateFolder(path.join(stage.folder, 'updates'));
      let left = stage.payloadBytes / 2;
      const files: typeof real = {
        ...real,
        openPart: async (wanted, from) => {
          const part = await real.openPart(wanted, from);
          return {
            ...part,
            append: async (bytes) => {
              left -= bytes.length;
              if (left < 0) throw new SaveError('full', 'no room');
              await part.append(bytes);
            },
          };
        },
      };
      await bringTo(await stage.start({ files }), 'found 0.2.0 full');
      assert.deepEqual(readdirSync(path.join(stage.folder, 'updates')), ['remembered.json']);
      placeHolds(stage, stage.old);
    },
  },
  {
    name: 'a program that was moved away while it runs',
    run: async (stage) => {
      stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes));
      const updates = await stage.start();
      await bringTo(updates, 'ready 0.2.0');
      const moved = `${stage.program}.moved`;
      renameSync(stage.program, moved);
      await updates.act('install');
      await updates.leave();
      assert.ok(!existsSync(stage.program));
      assert.ok(readFileSync(moved).equals(stage.old));
      renameSync(moved, stage.program);
    },
  },
  {
    name: 'another program that a person put at the place meanwhile: it stays',
    run: async (stage) => {
      stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes));
      const updates = await stage.start();
      await bringTo(updates, 'ready 0.2.0');
      const other = fakeApp('0.3.0', 1_000);
      renameSync(stage.program, `${stage.program}.before`);
      writeFileSync(stage.program, other, { mode: 0o755 });
      await updates.act('install');
      await updates.leave();
      placeHolds(stage, other);
    },
  },
  {
    name: 'a program that is started by a link: what it leads to is replaced, and the link stays',
    run: async (stage) => {
      const real = `${stage.program}.real`;
      renameSync(stage.program, real);
      symlinkSync(real, stage.program);
      const bytes = fakeApp('0.2.0', stage.payloadBytes);
      stage.publish('0.2.0', bytes);
      // As the system tells an AppImage where it lies: no link at its end.
      const updates = await stage.start({ program: await programPlace({ program: real, starts: saysVersion }) });
      await bringTo(updates, 'ready 0.2.0');
      await updates.act('install');
      await updates.leave();
      assert.ok(lstatSync(stage.program).isSymbolicLink());
      placeHolds(stage, bytes);
    },
  },
  {
    name: 'a download that is changed on the disk after it was checked',
    run: async (stage) => {
      stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes));
      const updates = await stage.start();
      await bringTo(updates, 'ready 0.2.0');
      const [name = ''] = besides(stage);
      const waiting = path.join(path.dirname(stage.program), name);
      const bytes = readFileSync(waiting);
      bytes[stage.payloadBytes - 1] = (bytes[stage.payloadBytes - 1] ?? 0) ^ 1;
      writeFileSync(waiting, bytes);
      await updates.act('install');
      await updates.leave();
      placeHolds(stage, stage.old);
      assert.ok(!existsSync(waiting));
    },
  },
  {
    name: 'two of the app that replace the same program',
    run: async (stage) => {
      const bytes = fakeApp('0.2.0', stage.payloadBytes);
      stage.publish('0.2.0', bytes);
      const files = (name: string) => updateFolder(path.join(stage.folder, name));
      const both = await Promise.all([stage.start({ files: files('one') }), stage.start({ files: files('other') })]);
      await Promise.all(both.map((one) => bringTo(one, 'ready 0.2.0')));
      await Promise.all(both.map((one) => one.act('install')));
      await Promise.all(both.map((one) => one.leave()));
      placeHolds(stage, bytes);
      await stage.start({ version: '0.2.0', files: files('one') });
      assert.deepEqual(besides(stage), []);
    },
  },
];

const waysCases: readonly UpdateCase[] = [
  ...(['deb', 'rpm'] as const).map((packedAs) => ({
    name: `a ${packedAs}: the system is offered it, and nothing is replaced`,
    run: async (stage: Stage) => {
      publishPacked(stage, packedAs, `clipferry_0.2.0.${packedAs}`);
      const updates = await stage.start({ packedAs });
      await bringTo(updates, 'ready 0.2.0');
      await updates.act('install');
      assert.equal(seen(updates.view()), 'ready 0.2.0');
      await updates.act('open');
      await updates.leave();
      assert.deepEqual(stage.asked, [`open clipferry_0.2.0.${packedAs}`]);
      placeHolds(stage, stage.old);
    },
  })),
  {
    name: 'a deb that nothing on the system opens: its folder is shown',
    run: async (stage) => {
      publishPacked(stage, 'deb', 'clipferry_0.2.0.deb');
      const system = { ...noSystem, showFile: (file: string) => void stage.asked.push(`show ${path.basename(file)}`) };
      const updates = await stage.start({ packedAs: 'deb', system });
      await bringTo(updates, 'ready 0.2.0');
      await updates.act('open');
      assert.deepEqual(stage.asked, ['show clipferry_0.2.0.deb']);
    },
  },
  {
    name: 'a set-up: run when the app is quit, once it was read through again',
    run: async (stage) => {
      stage.setMode('automatic');
      publishPacked(stage, 'set-up', 'clipferry-0.2.0-setup.exe');
      const updates = await stage.start({ packedAs: 'set-up' });
      await updates.act('check');
      assert.equal(seen(updates.view()), 'ready 0.2.0');
      await updates.leave();
      assert.deepEqual(stage.asked, ['run clipferry-0.2.0-setup.exe']);
    },
  },
  {
    name: 'a set-up that was changed on the disk is not run',
    run: async (stage) => {
      stage.setMode('automatic');
      publishPacked(stage, 'set-up', 'clipferry-0.2.0-setup.exe');
      const updates = await stage.start({ packedAs: 'set-up' });
      await updates.act('check');
      const folder = path.join(stage.folder, 'updates');
      const [inside = ''] = readdirSync(folder).filter((name) => name !== 'remembered.json');
      writeFileSync(path.join(folder, inside, 'clipferry-0.2.0-setup.exe'), 'another');
      await updates.leave();
      assert.deepEqual(stage.asked, []);
    },
  },
  {
    name: 'macOS: the page is opened, and nothing is fetched',
    run: async (stage) => {
      publishPacked(stage, 'dmg', 'clipferry-0.2.0.dmg');
      const updates = await stage.start({ packedAs: 'dmg' });
      await bringTo(updates, 'found 0.2.0');
      await updates.act('open');
      assert.deepEqual(stage.asked, ['page https://clipferry.example/download']);
      assert.deepEqual(
        stage.server.asked.map((one) => one.path),
        ['/updates.json'],
      );
    },
  },
];

const refuses = (): never => {
  throw new Error('There is no such program');
};
const noSystem = {
  ...{ openPackage: async () => refuses(), openPage: async () => refuses(), runSetUp: async () => refuses() },
  ...{ isWindowShown: () => false, restart: refuses, startAnew: refuses },
};

function publishPacked(stage: Stage, packedAs: string, name: string): void {
  const bytes = fakeApp('0.2.0', stage.payloadBytes);
  const [file] = feedFor('0.2.0', bytes).files;
  assert.ok(file);
  stage.publish('0.2.0', bytes, { files: [{ ...file, packedAs, name }] });
}

const momentCases: readonly UpdateCase[] = [
  {
    name: 'a queue that is busy for an hour: nothing happens before its end',
    run: async (stage) => {
      const bytes = fakeApp('0.2.0', stage.payloadBytes);
      stage.publish('0.2.0', bytes);
      const clock = handClock();
      const updates = await stage.start({ clock });
      await bringTo(updates, 'ready 0.2.0');
      stage.busy = true;
      await updates.act('install');
      for (let second = 0; second < 3_600; second++) clock.pass(1_000);
      assert.deepEqual(stage.asked, []);
      assert.equal(seen(updates.view()), 'waiting 0.2.0');
      stage.busy = false;
      for (let second = 0; second < 2; second++) clock.pass(1_000);
      assert.deepEqual(stage.asked, []);
      for (let second = 0; second < 3; second++) clock.pass(1_000);
      await wasAsked(stage, 'restart');
      placeHolds(stage, stage.old);
      await updates.leave();
      placeHolds(stage, bytes);
    },
  },
  {
    name: 'automatic: only while nobody looks and the queue has rested, and the pause of one clip is no rest',
    run: async (stage) => {
      stage.setMode('automatic');
      stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes));
      const clock = handClock();
      const updates = await stage.start({ clock });
      await updates.act('check');
      assert.equal(seen(updates.view()), 'ready 0.2.0');
      for (let minute = 0; minute < 60; minute++) clock.pass(60_000);
      assert.deepEqual(stage.asked, [], 'the window is shown');
      stage.windowShown = false;
      for (let minute = 0; minute < 60; minute++) {
        stage.busy = minute % 8 === 0;
        clock.pass(60_000);
      }
      assert.deepEqual(stage.asked, [], 'clips go now and then');
      for (let minute = 0; minute < 11; minute++) clock.pass(60_000);
      await wasAsked(stage, 'restart');
    },
  },
  {
    name: 'ask: nothing is fetched, installed or told twice without a word of the person',
    run: async (stage) => {
      stage.publish('0.2.0', fakeApp('0.2.0', stage.payloadBytes));
      const updates = await stage.start();
      await updates.act('check');
      assert.equal(seen(updates.view()), 'found 0.2.0');
      assert.equal(updates.view().found?.isUntold, true);
      await updates.act('later');
      assert.equal(updates.view().found?.isUntold, false);
      await updates.leave();
      const again = await stage.start();
      await again.act('check');
      assert.equal(again.view().found?.isUntold, false);
      assert.ok(!stage.server.asked.some((one) => one.path.endsWith('.AppImage')));
      placeHolds(stage, stage.old);
    },
  },
  {
    name: 'looked for a minute after the start and once a day, also by an app that is started often, and not at all when that is off',
    run: async (stage) => {
      stage.publish('0.1.0', fakeApp('0.1.0', 1_000));
      const { clock, options, looks } = countedLooks(stage);
      const first = await stage.start(options);
      clock.pass(minuteMs - 1);
      assert.equal(looks(), 0);
      clock.pass(1);
      assert.equal(looks(), 1);
      await first.act('check');
      first.stop();
      clock.pass(hourMs);
      const second = await stage.start(options);
      clock.pass(dayMs - hourMs - 1);
      assert.equal(looks(), 1);
      clock.pass(1);
      assert.equal(looks(), 2);
      await second.act('check');
      stage.setMode('off');
      clock.pass(5 * dayMs);
      assert.equal(looks(), 2);
      stage.setMode('ask');
      clock.pass(minuteMs);
      assert.equal(looks(), 3);
    },
  },
  {
    name: 'a look without an answer is made again after an hour, and a clock that was set back holds none up',
    run: async (stage) => {
      const { clock, options, looks } = countedLooks(stage);
      const first = await stage.start(options);
      clock.pass(minuteMs);
      await first.act('check');
      assert.equal(seen(first.view()), 'none no-answer');
      clock.pass(hourMs - 1);
      assert.equal(looks(), 1);
      clock.pass(1);
      assert.equal(looks(), 2);
      await first.act('check');
      first.stop();
      stage.publish('0.1.0', fakeApp('0.1.0', 1_000));
      const ahead = await stage.start(options);
      await ahead.act('check');
      ahead.stop();
      const before = { ...clock, now: () => clock.now() - 3 * dayMs };
      await stage.start({ ...options, clock: before });
      const until = looks();
      clock.pass(minuteMs);
      assert.equal(looks(), until + 1);
    },
  },
];

export const updateCases: readonly UpdateCase[] = [
  ...feedCases,
  ...lineCases,
  ...diskCases,
  ...waysCases,
  ...momentCases,
];
