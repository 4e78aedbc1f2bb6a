// What the window tells and asks: one line that says what happened, words for a screen reader, and questions, one at a time.
import type { ActWay, AddResult } from '../../preload/contract.ts';
import type { Message } from '../../preload/text/text.ts';
import { saidBy } from '../text/failure.ts';
import type { News } from '../text/news.ts';
import type { SliceStore } from './slice.ts';

export interface Notice {
  readonly id: number;
  /** `info` = nothing went wrong, and nothing was done either. */
  readonly tone: 'plain' | 'info' | 'bad';
  readonly news: News;
  /** What takes back what is told, or does it again; null = nothing does. */
  readonly back: { readonly id: number; readonly way: ActWay } | null;
}

export interface Question {
  readonly title: string;
  readonly body: string;
  readonly yes: string;
  /** What the other answer is called where “Cancel” would be mistaken for the act itself. */
  readonly no?: string;
  readonly danger: boolean;
  /** What may be done with it, offered as a tick that is not set. */
  readonly tick?: string;
  readonly onYes: (ticked: boolean) => void;
}

/** The number tells it from the one before it. */
export interface AskedQuestion extends Question {
  readonly id: number;
}

export interface NoticesState {
  readonly notice: Notice | null;
  /** Told to a screen reader alone: what the eye sees happen. The number makes the same words news again. */
  readonly said: { readonly id: number; readonly news: News | null };
  readonly question: AskedQuestion | null;
}

export const noNotices: NoticesState = { notice: null, said: { id: 0, news: null }, question: null };

export interface Notices {
  /** Shows a line that says what happened. */
  tell(what: Message | News, tone: Notice['tone'], back?: Notice['back']): void;
  /** Shows what became of files that were added. */
  tellAdded(result: AddResult): void;
  /** Tells a screen reader what the eye sees happen. */
  say(what: Message | News): void;
  dismissNotice(): void;
  /** Asked at once, or once those before it are answered; what is asked already is not asked twice. */
  ask(question: Question): void;
  answer(yes: boolean, ticked?: boolean): void;
  /** Runs a request whose failure is only told. */
  attempt<T>(work: () => Promise<T>): Promise<T | null>;
}

const newsOf = (what: Message | News): News => ('kind' in what ? what : { kind: 'message', message: what });

export function createNotices({ getState: get, setState: set }: SliceStore<NoticesState>): Notices {
  let told = 0;
  let asked = 0;
  const toAsk: AskedQuestion[] = [];

  function tell(what: Message | News, tone: Notice['tone'], back: Notice['back'] = null): void {
    told += 1;
    set({ notice: { id: told, news: newsOf(what), tone, back } });
  }

  return {
    tell,
    tellAdded(result) {
      const took = result.added > 0 ? 'plain' : 'info';
      tell({ kind: 'added', result }, result.refused.length > 0 ? 'bad' : took);
    },
    say: (what) => set({ said: { id: get().said.id + 1, news: newsOf(what) } }),
    dismissNotice: () => set({ notice: null }),
    ask(question) {
      // Keys of the system's menu come through an open question: pressed twice, they ask once.
      const isAsked = [get().question, ...toAsk].some(
        (one) => one?.title === question.title && one.body === question.body,
      );
      if (isAsked) return;
      asked += 1;
      toAsk.push({ ...question, id: asked });
      if (get().question === null) set({ question: toAsk.shift() ?? null });
    },
    answer(yes, ticked = false) {
      const { question } = get();
      set({ question: toAsk.shift() ?? null });
      if (yes) question?.onYes(ticked);
    },
    async attempt(work) {
      try {
        return await work();
      } catch (error) {
        tell({ kind: 'failed', said: saidBy(error) }, 'bad');
        return null;
      }
    },
  };
}
