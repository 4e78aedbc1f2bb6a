// The app of one computer as it is started, killed and quit: which start of it is alive, and what follows when one ends.
import { createUploader } from '../../main/uploader.ts';
import type { Uploader, UploaderPorts } from '../../main/uploader-api.ts';
import type { Recorder } from './record.ts';
import { sentences } from './sentences.ts';
import type { Life, Timeline } from './timeline.ts';

export interface AppOptions {
  readonly timeline: Timeline;
  readonly record: Recorder;
  /** Which computer it runs on; left out = the only one. */
  readonly computer?: number;
  /** What a start of it gets. */
  ports(life: Life): UploaderPorts;
  /** Ms until a killed one is started again. */
  restartMs(): number;
  /** It is there (again). */
  up(): void;
  /** It does not run any more, however that came. */
  down(): void;
}

export interface App {
  life(): Life;
  /** Null = it is not there, or is being quit. */
  uploader(): Uploader | null;
  start(): void;
  /** Kills it at this very moment, and starts it again after a while. */
  crash(): void;
  /** Ends it as a user does, and starts it again after `ms`. */
  quit(ms: number): void;
  /** The run is over: it is not started again. */
  end(): void;
}

const second = 1_000;
const minute = 60 * second;

export function createApp(options: AppOptions): App {
  const { timeline, record, computer } = options;
  let lives = 0;
  let life: Life = { alive: false, number: 0 };
  let uploader: Uploader | null = null;
  let stopping = false;
  let ended = false;

  const start = (): void => {
    if (ended) return;
    life = { alive: true, number: ++lives, ...(computer === undefined ? {} : { computer }) };
    const mine = life;
    record.note(() => `the app starts (${mine.number})`);
    createUploader(options.ports(life)).then(
      (started) => {
        if (!mine.alive) return;
        uploader = started;
        options.up();
      },
      (error: unknown) => {
        if (!mine.alive) return;
        mine.alive = false;
        record.note(() => `the app did not start: ${String(error)}`);
        if (!/database or disk is full/.test(String(error))) record.violate(sentences.start, String(error));
        timeline.after(20 * second, start);
      },
    );
  };
  const down = (): void => {
    life.alive = false;
    uploader = null;
    stopping = false;
    options.down();
  };

  return {
    life: () => life,
    uploader: () => uploader,
    start,
    crash: () => {
      if (!life.alive) return;
      record.figures.crashes++;
      record.note(() => 'the app is killed');
      down();
      timeline.after(options.restartMs(), start);
    },
    quit: (ms) => {
      if (!uploader || stopping) return;
      stopping = true;
      record.figures.restarts++;
      record.note(() => 'the app is quit');
      const mine = life;
      const leaving = uploader;
      uploader = null;
      timeline.after(minute, () => {
        if (mine.alive && stopping && !timeline.asleep(computer)) record.violate(sentences.quit, `after ${minute} ms`);
      });
      leaving.stop().then(
        () => {
          if (!mine.alive) return;
          down();
          timeline.after(ms, start);
        },
        (error: unknown) => {
          if (mine.alive) record.violate(sentences.quit, String(error));
        },
      );
    },
    end: () => {
      ended = true;
      life.alive = false;
    },
  };
}
