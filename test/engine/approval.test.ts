// Approval in the browser, the account's application passwords, and several accounts side by side, on the practice site.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../main/adapters/clock.ts';
import { appId } from '../../main/site/connect/app-passwords.ts';
import type { Events } from '../../preload/contract.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type Engine, fixture, startEngine } from './engine.ts';
import { accountOf, accountPassword, find, issue, pasted, signIn, worth } from './sign-ins.ts';

let site: PracticeSite;
let engine: Engine;
/** Lets the quarter of an hour pass in which an approval counts. */
let endApprovals: () => void;

beforeEach(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
  const ends: (() => void)[] = [];
  endApprovals = () => {
    for (const end of ends) end();
  };
  const after: typeof systemClock.after = (ms, call) => {
    if (ms !== 15 * 60_000) return systemClock.after(ms, call);
    ends.push(call);
    return () => void ends.splice(ends.indexOf(call), 1);
  };
  engine = await startEngine({ clock: { ...systemClock, after } });
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
});

describe('approval in the browser', () => {
  const approvals: Events['account.approval'][] = [];
  beforeEach(() => {
    approvals.length = 0;
    engine.uploader.on('account.approval', (event) => approvals.push(event));
  });
  const told = async (count = 1): Promise<Events['account.approval'] | undefined> => {
    await expect.poll(() => approvals.length).toBe(count);
    return approvals[count - 1];
  };
  /** Starts it and gives what the page got to know. */
  async function begin(target?: { accountId: string }): Promise<{ approval: string; page: URL; back: string }> {
    const wanted = target ?? { offer: (await find(engine, site.url)).offer };
    const { approval } = worth(await engine.uploader.handlers['account.approve'](wanted));
    const page = new URL(engine.opened.at(-1) ?? '');
    return { approval, page, back: page.searchParams.get('success_url') ?? '' };
  }
  const answer = (back: string, login: string, password: string, at = site.url): string =>
    `${back}&site_url=${encodeURIComponent(at)}&user_login=${login}&password=${encodeURIComponent(password)}`;

  it('opens the page that the site names, takes its answer once, and proves it', async () => {
    const { page: earlier } = await begin();
    const { approval, page, back } = await begin();
    expect(page.origin + page.pathname).toBe(`${site.url}/wp-admin/authorize-application.php`);
    // Never the same twice: the page of versions up to 6.1 refuses a name that is taken.
    expect(page.searchParams.get('app_name')).toMatch(/^Clipferry on test-bench \([0-9a-f]{4}\)$/);
    expect(earlier.searchParams.get('app_name')).not.toBe(page.searchParams.get('app_name'));
    expect(page.searchParams.get('app_id')).toBe(appId);
    expect(back).toMatch(/^clipferry:\/\/authorized\?state=[0-9a-f]{64}$/);
    const link = answer(back, 'ava', await site.addAppPassword('ava'));
    engine.uploader.openLink(link.replace(/state=./, 'state=g'));
    engine.uploader.openLink('clipferry://authorized');
    engine.uploader.openLink(link);
    expect(await told()).toMatchObject({ approval, outcome: { ok: true, value: { login: 'ava', signedIn: true } } });
    engine.uploader.openLink(link);
    const accountId = (await engine.uploader.handlers['app.state']()).sites[0]?.accounts[0]?.id ?? '';
    await engine.add(accountId, fixture('Tide pools.mp4'));
    await engine.settled();
    expect(approvals, 'the second time the state was spent').toHaveLength(1);
  });

  it.each([
    ['the system says so', async () => false],
    ['the system cannot be asked', () => Promise.reject(new Error('spawn xdg-mime ENOENT'))],
  ])('ends at once where its answer could not come back, and opens no page: %s', async (_, claimLinks) => {
    await engine.stop();
    const opened: string[] = [];
    engine = await startEngine({
      ports: {
        desktop: {
          ...{ claimLinks, showFile: () => {}, copy: async () => {}, choose: async () => null },
          openUrl: async (url) => void opened.push(url),
        },
      },
    });
    const { offer } = await find(engine, site.url);
    expect(await engine.uploader.handlers['account.approve']({ offer })).toMatchObject({
      ok: false,
      failure: { problem: 'browser-failed' },
    });
    expect(opened).toEqual([]);
  });

  it('says so when the user does not approve, another site answers, or nobody does', async () => {
    const no = await begin();
    engine.uploader.openLink(`${no.back}&success=false`);
    expect(await told(1)).toMatchObject({ outcome: { failure: { problem: 'not-approved' } } });
    const other = await begin();
    engine.uploader.openLink(answer(other.back, 'ava', await site.addAppPassword('ava'), 'https://evil.example'));
    expect(await told(2)).toMatchObject({ outcome: { failure: { problem: 'other-site' } } });
    const late = await begin();
    endApprovals();
    expect(await told(3)).toMatchObject({
      approval: late.approval,
      outcome: { failure: { problem: 'approval-expired' } },
    });
    engine.uploader.openLink(answer(late.back, 'ava', await site.addAppPassword('ava')));
    const cancelled = await begin();
    await engine.uploader.handlers['account.cancelApproval'](cancelled.approval);
    engine.uploader.openLink(answer(cancelled.back, 'ava', await site.addAppPassword('ava')));
    const wrong = await begin();
    engine.uploader.openLink(answer(wrong.back, 'ava', 'abcdefghijklmnopqrstuvwx'));
    expect(await told(4)).toMatchObject({
      approval: wrong.approval,
      outcome: { failure: { problem: 'wrong-password' } },
    });
    expect((await engine.uploader.handlers['app.state']()).sites).toEqual([]);
  });

  it('signs the same account in again; the password of another one is given back', async () => {
    const id = await engine.connect(site);
    await site.revokeAppPassword('ava', (await site.appPasswords('ava'))[0]?.uuid ?? '');
    await engine.add(id, fixture('Tide pools.mp4'));
    await expect.poll(async () => (await accountOf(engine, id)).signedIn).toBe(false);
    const foreign = await begin({ accountId: id });
    const before = (await site.appPasswords('admin')).length;
    engine.uploader.openLink(answer(foreign.back, 'admin', await site.addAppPassword('admin')));
    expect(await told(1)).toMatchObject({ outcome: { failure: { problem: 'other-account' } } });
    expect(await site.appPasswords('admin')).toHaveLength(before);
    const { back } = await begin({ accountId: id });
    engine.uploader.openLink(answer(back, 'ava', await site.addAppPassword('ava')));
    expect(await told(2)).toMatchObject({ outcome: { ok: true, value: { id } } });
    await engine.settled();
    expect((await site.state()).videos).toHaveLength(1);
  });
});

describe('application passwords of the account', () => {
  it('are listed with ours marked; another one can be taken away, and ours with a sign-out that loses nothing', async () => {
    const { id } = worth(await signIn(engine, site.url, accountPassword(site)));
    await site.addAppPassword('ava');
    const { handlers } = engine.uploader;
    const list = worth(await handlers['account.passwords'](id));
    const ours = list.find(({ mark }) => mark === 'in-use');
    expect(ours).toMatchObject({ name: 'Clipferry on test-bench' });
    expect(Math.abs((ours?.createdAt ?? 0) - Date.now())).toBeLessThan(20_000);
    const other = list.find(({ mark }) => mark === 'other');
    worth(await handlers['account.revokePassword']({ accountId: id, uuid: other?.uuid ?? '' }));
    expect((await site.appPasswords('ava')).map(({ uuid }) => uuid)).not.toContain(other?.uuid);
    expect(await accountOf(engine, id)).toMatchObject({ signedIn: true });

    await site.switches({ stallAfterBytes: { bytes: 1 } });
    await engine.add(id, fixture('Deep zoom.mp4'));
    await site.waitFor('uploadBytes', 1);
    worth(await handlers['account.revokePassword']({ accountId: id, uuid: ours?.uuid ?? '' }));
    expect(await accountOf(engine, id)).toMatchObject({ signedIn: false });
    await site.switches({ stallAfterBytes: null });
    await site.release();
    expect(await handlers['account.passwords'](id)).toMatchObject({ ok: false });
    worth(await handlers['account.signInAgain']({ accountId: id, with: accountPassword(site) }));
    await engine.settled();
    expect((await site.state()).videos).toHaveLength(1);
  });

  it('entered by hand is known by asking the site, and a token has none in use', async () => {
    const id = await engine.connect(site);
    const marks = worth(await engine.uploader.handlers['account.passwords'](id)).map(({ mark }) => mark);
    expect(marks.filter((mark) => mark === 'in-use')).toHaveLength(1);
    const admin = worth(await signIn(engine, site.url, pasted(await issue(site, 'admin'))));
    const others = worth(await engine.uploader.handlers['account.passwords'](admin.id)).map(({ mark }) => mark);
    expect(others).not.toContain('in-use');
  });
});

it('accounts on two sites stand side by side: each clip goes to its own, with its own secret', async () => {
  const second = await startPracticeSite({ name: 'Nordlicht TV', switches: { tokenPlugin: 'B' } });
  try {
    const ava = worth(await signIn(engine, site.url, accountPassword(site)));
    const admin = await engine.connect(site, 'admin');
    const there = worth(
      await signIn(engine, second.url, {
        kind: 'account-password',
        login: 'ava',
        password: second.signIn('ava').accountPassword,
      }),
    );
    await engine.add(ava.id, fixture('Tide pools.mp4'));
    await engine.add(admin, fixture('C0001.mp4'));
    await engine.add(there.id, fixture('Market street.mp4'));
    await engine.settled();
    const here = (await site.state()).videos.map(({ authorLogin, file }) => [authorLogin, file?.sentName]);
    expect(here.sort()).toEqual([
      ['admin', 'C0001.mp4'],
      ['ava', 'Tide pools.mp4'],
    ]);
    expect((await second.state()).videos).toMatchObject([{ authorLogin: 'ava' }]);

    // Taken away on one site, the other goes on.
    await site.revoke('ava');
    await engine.add(ava.id, fixture('Harbour at dawn.mp4'));
    await engine.add(there.id, fixture('Harbour at dawn.mp4'));
    await expect.poll(async () => (await accountOf(engine, ava.id)).signedIn).toBe(false);
    await expect.poll(async () => (await second.state()).videos.length).toBe(2);
    expect(await accountOf(engine, there.id)).toMatchObject({ signedIn: true });
    expect(await accountOf(engine, admin)).toMatchObject({ signedIn: true });
  } finally {
    await second.stop();
  }
});
