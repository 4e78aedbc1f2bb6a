// The simulated helper by itself: what it says to whom, and that a clip which is only cut goes on where it was.
import { describe, expect, it } from 'vitest';
import { createChance } from './chance.ts';
import { createContents } from './contents.ts';
import type { HandOverFault } from './faults.ts';
import type { HandOverEvents } from './hand-over.ts';
import { createHelper, type Helper, type HelperRequest } from './helper.ts';
import { makePlan, type Plan } from './plan.ts';
import { createSite, type Site, type User } from './site.ts';
import { createTimeline } from './timeline.ts';
import { judge } from './verdict.ts';
import { run } from './world.ts';

const mib = 1024 * 1024;

/** A world with one large clip on a site with the helper, and a line that is cut when these pieces are on it. */
function cutPlan(size: number, cuts: readonly number[], keepsParts: boolean): Plan {
  const plan = makePlan(3);
  return {
    ...plan,
    helper: { isThere: true, isKnown: true, keepsParts, mostPiece: null, mostUploads: 50, forbids: null },
    clips: plan.clips
      .slice(0, 1)
      .map((clip) => ({ ...clip, size, at: 0, writingMs: 0, poison: false, watched: false })),
    chunkMs: 300,
    faults: cuts.map((nth, id) => ({
      ...({ id, kind: 'reset-mid-body', lastsMs: 0, clip: 0 } as const),
      when: { on: 'request', channel: 'piece', nth } as const,
    })),
    acts: [],
  };
}

it('a clip whose last piece is held on the way, while the app dies and the file gets another date, is there once (F-01, F-25)', async () => {
  // The upload of what the clip was became a video beside the one of the clip as it is.
  expect((await judge(400_603_660)).failure).toBeNull();
});

it('a clip that goes in one after all, while its last bytes are held on the way and the site cannot be told to end it, is there once (F-01)', async () => {
  // The upload that nobody had ended became a video beside the one of the clip in one.
  expect((await judge(400_651_575)).failure).toBeNull();
});

it('a clip that its helper refuses while its last bytes are held on the way, and that goes in one then, is there once (F-01)', async () => {
  // Whoever refuses a piece says nothing of the bytes that are on their way.
  expect((await judge(402_502_227)).failure).toBeNull();
});

describe('a clip in pieces on a line that is cut again and again', () => {
  it('goes on where the site stands: hardly a byte leaves twice', async () => {
    const { record } = await run(cutPlan(16 * mib, [0, 1, 2, 3, 5, 8], true));
    expect(record.violations).toEqual([]);
    const { inPieces, wentOn, inOne, pieceBytes } = record.figures;
    expect({ inPieces, wentOn, inOne }).toEqual({ inPieces: 1, wentOn: 1, inOne: 0 });
    expect(pieceBytes).toBeLessThan(1.05 * 16 * mib);
  });

  it('loses the piece alone, and makes the next ones smaller, where the host keeps none that is not whole', {
    tags: 'proof',
  }, async () => {
    const { record } = await run(cutPlan(16 * mib, [1, 2, 3, 5, 8], false));
    expect(record.violations).toEqual([]);
    const { inPieces, wentOn, pieceBytes } = record.figures;
    expect({ inPieces, wentOn }).toEqual({ inPieces: 1, wentOn: 0 });
    expect(pieceBytes).toBeLessThan((16 + 8 + 1) * mib);
  });
});

describe('the simulated helper', () => {
  const name = Buffer.from('Clip.mp4').toString('base64');
  const route = Buffer.from('/streamtube/v1/upload').toString('base64');
  const metadata = `filename ${name},route ${route}`;
  const manners = { keepsParts: true, mostPiece: null, mostUploads: 1, forbids: null };
  const timeline = createTimeline();
  const contents = createContents();
  const clip = contents.make(1, 5_000);
  const users = [
    { id: 2, login: 'one', password: 'a' },
    { id: 3, login: 'other', password: 'b' },
  ];

  interface Asked {
    readonly site: Site;
    readonly helper: Helper;
    readonly died: string[];
    readonly ask: (more: Partial<HelperRequest>) => ReturnType<Helper['answer']>;
    /** A new upload; gives its path. */
    readonly create: (size: number) => string;
  }
  function helperWith(faults: readonly (HandOverFault | null)[] = []): Asked {
    const left = [...faults];
    const died: string[] = [];
    const site = createSite({ host: 'site.example', users }, timeline.wall, () => contents);
    const chance = createChance(1);
    const events: HandOverEvents = {
      begins: () => left.shift() ?? null,
      workMs: () => 100,
      stored: () => undefined,
      mixed: () => undefined,
      died: ({ state }) => void died.push(state),
      recovered: () => undefined,
      refuses: () => false,
    };
    const helper = createHelper(site, manners, timeline, () => chance.hex(32), events);
    helper.install();
    const [user] = site.users as readonly [User];
    const usual = { method: 'GET', path: '', user, headers: {}, bytes: Buffer.alloc(0), promised: 0 };
    const ask: Asked['ask'] = (more) => helper.answer({ ...usual, promised: more.bytes?.length ?? 0, ...more });
    const create = (size: number): string => {
      const headers = { 'upload-length': String(size), 'upload-metadata': metadata };
      const { headers: told } = ask({ method: 'POST', path: '/wp-json/clipferry/v1/uploads', headers });
      return new URL(told.location ?? '').pathname;
    };
    return { site, helper, died, ask, create };
  }
  const until = async (ms: number): Promise<void> => {
    const end = timeline.now() + ms;
    timeline.after(ms, () => undefined);
    await timeline.run(() => timeline.now() >= end);
  };
  const piece = (path: string, offset: number, bytes: Buffer) => ({
    ...{ method: 'PATCH', path, headers: { 'upload-offset': String(offset) }, bytes },
  });

  it('adds at its own offset alone, and says where that is', () => {
    const { ask, create } = helperWith();
    const path = create(5_000);
    expect(ask(piece(path, 0, clip.bytes.subarray(0, 3_000))).headers['upload-offset']).toBe('3000');
    const beside = ask(piece(path, 2_000, clip.bytes.subarray(2_000)));
    expect([beside.status, beside.headers['upload-offset']]).toEqual([409, '3000']);
    expect(ask(piece(path, 3_000, clip.bytes)).status).toBe(413);
    expect(ask({ method: 'HEAD', path }).headers).toMatchObject({ 'upload-offset': '3000', 'upload-length': '5000' });
  });

  it('acknowledges the last piece before the site has the video, and gives one answer ever after', async () => {
    const { site, ask, create } = helperWith();
    const path = create(5_000);
    expect(ask(piece(path, 0, clip.bytes)).status).toBe(204);
    expect(site.posts.size).toBe(0);
    await until(50);
    expect(JSON.parse(String(ask({ path: `${path}/state` }).body))).toMatchObject({ state: 'handing', video: null });
    await until(200);
    const [video] = site.posts.keys();
    for (let again = 0; again < 3; again++) {
      expect(ask(piece(path, 5_000, Buffer.alloc(0))).status).toBe(204);
      await until(200);
      expect(JSON.parse(String(ask({ path: `${path}/state` }).body))).toMatchObject({ state: 'answered', video });
    }
    expect(site.posts.size).toBe(1);
  });

  it('makes one video, whenever PHP dies', async () => {
    const deaths = ['dies-unbegun', 'dies-before', 'dies-after'] as const;
    for (const death of deaths) {
      const { site, died, ask, create } = helperWith([death]);
      const path = create(5_000);
      ask(piece(path, 0, clip.bytes));
      await until(200);
      expect(died).toEqual([death === 'dies-unbegun' ? 'whole' : 'handing']);
      for (let again = 0; again < 3; again++) {
        ask({ path: `${path}/state` });
        await until(200);
      }
      expect([...site.posts.values()].map(({ content }) => content)).toEqual([clip]);
    }
  });

  it('says so where the bytes are not those that were promised, or where PHP died three times', async () => {
    const mixed = helperWith();
    const path = mixed.create(5_000);
    const told = `sha256 ${Buffer.from('0'.repeat(64)).toString('base64')}`;
    const last = piece(path, 0, clip.bytes);
    mixed.ask({ ...last, headers: { ...last.headers, 'upload-metadata': told } });
    await until(200);
    expect(JSON.parse(String(mixed.ask({ path: `${path}/state` }).body)).state).toBe('mixed');
    const dead = helperWith(['dies-before', 'dies-before', 'dies-before']);
    const other = dead.create(5_000);
    dead.ask(piece(other, 0, clip.bytes));
    for (let again = 0; again < 4; again++) {
      await until(200);
      dead.ask({ path: `${other}/state` });
    }
    await until(200);
    const { state, answer } = JSON.parse(String(dead.ask({ path: `${other}/state` }).body));
    expect([state, answer.status, mixed.site.posts.size + dead.site.posts.size]).toEqual(['answered', 500, 0]);
  });

  it('counts a death while bytes are compared, and says so after three', async () => {
    const { site, died, ask, create } = helperWith(['dies-comparing', 'dies-comparing', 'dies-comparing']);
    const path = create(5_000);
    ask(piece(path, 0, clip.bytes));
    for (let again = 0; again < 4; again++) {
      await until(200);
      ask({ path: `${path}/state` });
    }
    await until(200);
    const { state, answer, tries } = JSON.parse(String(ask({ path: `${path}/state` }).body));
    expect([state, answer.status, tries, site.posts.size]).toEqual(['answered', 500, 3, 0]);
    expect(died).toEqual(['whole', 'whole', 'whole']);
  });

  it('keeps what the site takes none of now, and hands it over again when its end is sent again', async () => {
    const { site, ask, create } = helperWith(['takes-none-now']);
    const path = create(5_000);
    ask(piece(path, 0, clip.bytes));
    await until(200);
    const told = JSON.parse(String(ask({ path: `${path}/state` }).body));
    expect([408, 423, 425, 429]).toContain(told.answer.status);
    await until(200);
    expect(site.posts.size).toBe(0);
    ask(piece(path, 5_000, Buffer.alloc(0)));
    await until(200);
    expect(JSON.parse(String(ask({ path: `${path}/state` }).body))).toMatchObject({ state: 'answered', tries: 2 });
    expect(site.posts.size).toBe(1);
  });

  it('calls nothing lost whose folder is away for a moment, and all of it where that is for good', async () => {
    const { site, helper, ask, create } = helperWith();
    const path = create(5_000);
    ask(piece(path, 0, clip.bytes.subarray(0, 3_000)));
    helper.hideFolder(1_000);
    const rest = piece(path, 3_000, clip.bytes.subarray(3_000));
    const more = {
      ...{ method: 'POST', path: '/wp-json/clipferry/v1/uploads', user: site.users[1] as User },
      headers: { 'upload-length': '5000', 'upload-metadata': metadata },
    };
    expect([ask({ method: 'HEAD', path }), ask(rest), ask(more)].map(({ status }) => status)).toEqual([503, 503, 503]);
    await until(1_000);
    expect(ask({ method: 'HEAD', path }).headers['upload-offset']).toBe('3000');
    helper.hideFolder(null);
    expect(ask(rest).status).toBe(503);
    await until(3_600_000);
    expect([ask(rest).status, ask({ method: 'HEAD', path }).status]).toEqual([410, 410]);
  });

  it('hands nothing over while the site’s own upload is no route, and counts no try', async () => {
    const { site, helper, ask, create } = helperWith();
    const path = create(5_000);
    helper.hideRoute(1_000);
    ask(piece(path, 0, clip.bytes));
    await until(1_000);
    expect(JSON.parse(String(ask({ path: `${path}/state` }).body))).toMatchObject({ state: 'whole', tries: 0 });
    await until(200);
    expect(site.posts.size).toBe(1);
  });

  it('keeps uploads apart by person, counts them, and forgets what is given up', () => {
    const { site, ask, create } = helperWith();
    const path = create(5_000);
    const headers = { 'upload-length': '5000', 'upload-metadata': metadata };
    const more = { method: 'POST', path: '/wp-json/clipferry/v1/uploads', headers };
    expect(ask(more).status).toBe(429);
    expect(ask({ method: 'HEAD', path, user: site.users[1] as User }).status).toBe(404);
    expect(ask({ method: 'DELETE', path }).status).toBe(204);
    expect(ask({ method: 'HEAD', path }).status).toBe(410);
    expect(ask(more).status).toBe(201);
  });

  it('has no routes where it was switched off, and nothing of before where it was uninstalled', () => {
    const { helper, ask, create } = helperWith();
    const path = create(5_000);
    helper.remove(true);
    expect([ask({ method: 'HEAD', path }).status, String(ask({ method: 'HEAD', path }).body)]).toEqual([
      404,
      expect.stringContaining('rest_no_route'),
    ]);
    helper.install();
    expect(ask({ method: 'HEAD', path }).status).toBe(200);
    helper.remove(false);
    helper.install();
    expect(String(ask({ method: 'HEAD', path }).body)).toContain('clipferry_no_upload');
  });
});
