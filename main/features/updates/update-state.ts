// What is known of updates at this moment, and what of it the window sees and the disk keeps.
import pLimit from 'p-limit';
import type { UpdateProblem, UpdatesView, UpdateWay } from '../../../preload/contract.ts';
import type { UpdateFiles } from '../../ports/updates.ts';
import type { Logger } from '../../ports.ts';
import type { Offer } from './look.ts';
import { type Remembered, readRemembered } from './remembered.ts';

export type Stage = UpdatesView['stage'];

interface Values {
  readonly stage: Stage;
  readonly offer: Offer | null;
  /** Bytes that are here. */
  readonly fetched: number;
  readonly problem: UpdateProblem | null;
  readonly remembered: Remembered;
  /** The sum of a file that is of no use here: it is not fetched again unasked. */
  readonly refused: string;
  /** The sum of a file that a person asked for: it is fetched until it is here. */
  readonly asked: string;
}

export interface UpdateState {
  now(): Values;
  isIn(...stages: readonly Stage[]): boolean;
  /** Whether what is offered may go on without a word of the person, where that is how it is set. */
  mayGoByItself(): boolean;
  /** Whether the person has asked for it to be put in place. */
  isWished(): boolean;
  /** The window hears of it. Throws nothing. */
  become(change: Partial<Values>): void;
  /** On the disk when it resolves. Throws SaveError. */
  remember(change: Partial<Remembered>): Promise<void>;
  /** Reads what an earlier run remembered. Throws nothing. */
  recall(): Promise<void>;
  view(): UpdatesView;
}

export interface UpdateStateOptions {
  readonly files: UpdateFiles;
  readonly way: UpdateWay;
  readonly onChange: () => void;
  readonly logger: Logger;
}

export function createUpdateState({ files, logger, onChange, way }: UpdateStateOptions): UpdateState {
  let values: Values = {
    ...{ stage: 'none', offer: null, fetched: 0, problem: null, refused: '', asked: '' },
    remembered: readRemembered(null),
  };
  // One file at a time: of two the older one could be the last on the disk.
  const inTurn = pLimit(1);
  const found = (): UpdatesView['found'] => {
    const { offer, remembered } = values;
    if (offer === null) return null;
    const { version, file, news } = offer;
    return { version, news, way, bytes: file.size, isUntold: remembered.toldVersion !== version };
  };
  return {
    now: () => values,
    isIn: (...stages) => stages.includes(values.stage),
    mayGoByItself: () => {
      const { offer, remembered } = values;
      const { failedVersion, wish } = remembered;
      const isDeclined = wish !== null && !wish.isWanted && wish.version === offer?.version;
      return offer !== null && offer.version !== failedVersion && !isDeclined;
    },
    isWished: () => values.remembered.wish?.isWanted === true,
    become: (change) => {
      values = { ...values, ...change };
      try {
        onChange();
      } catch (error) {
        logger.error('the window was not told of an update', { error: String(error) });
      }
    },
    remember: async (change) => {
      values = { ...values, remembered: { ...values.remembered, ...change } };
      await inTurn(() => files.remember(JSON.stringify(values.remembered)));
    },
    recall: async () => {
      values = { ...values, remembered: readRemembered(await files.remembered()) };
    },
    view: () => {
      const { stage, fetched, problem, remembered } = values;
      return { stage, fetched, problem, found: found(), checkedAt: remembered.checkedAt };
    },
  };
}
