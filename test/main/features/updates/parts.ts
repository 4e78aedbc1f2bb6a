// What the updates stand on, by hand: a web server that answers as a test says, and a clock whose pauses are over at once.
import { systemClock } from '../../../../main/adapters/clock.ts';
import {
  type Clock,
  type Http,
  type HttpAnswer,
  HttpError,
  type HttpProblem,
  type HttpRequest,
} from '../../../../main/ports.ts';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** As they come in, one after the other. */
  readonly pieces?: readonly Uint8Array[];
  /** The line is cut behind the pieces. */
  readonly cut?: HttpProblem;
}

export interface ScriptedHttp extends Http {
  readonly asked: HttpRequest[];
}

/** The first `script` that is left answers; an HttpProblem = no answer came. Throws where nothing is left. */
export function scriptedHttp(
  script: (Answer | HttpProblem | Error | ((asked: HttpRequest) => Answer))[],
): ScriptedHttp {
  const asked: HttpRequest[] = [];
  return {
    asked,
    request: async (wanted) => {
      asked.push(wanted);
      const said = script.shift();
      if (said === undefined) throw new Error(`asked once more than was thought of: ${wanted.url}`);
      if (said instanceof Error) throw said;
      if (typeof said === 'string') throw new HttpError(said, 'no answer');
      return answered(typeof said === 'function' ? said(wanted) : said, wanted);
    },
  };
}

/** As the real one: the body of a 200 or 206 goes to `onPiece`, and what is not taken ends the answer. */
async function answered(said: Answer, { onPiece, maxAnswerBytes }: HttpRequest): Promise<HttpAnswer> {
  const { status = 200, headers = {}, pieces = [], cut = null } = said;
  if (onPiece === undefined || (status !== 200 && status !== 206)) {
    const body = Buffer.concat(pieces);
    return {
      status,
      headers,
      body: body.subarray(0, maxAnswerBytes),
      cut: body.length > maxAnswerBytes ? 'enough' : cut,
    };
  }
  for (const piece of pieces) {
    try {
      await onPiece(piece, { status, headers });
    } catch {
      return { status, headers, body: Buffer.alloc(0), cut: 'aborted' };
    }
  }
  return { status, headers, body: Buffer.alloc(0), cut };
}

export interface HurriedClock extends Clock {
  /** In ms. */
  readonly pauses: number[];
}

export function clockWithoutPauses(): HurriedClock {
  const pauses: number[] = [];
  return {
    ...systemClock,
    pauses,
    after: (ms, call) => {
      pauses.push(ms);
      queueMicrotask(call);
      return () => undefined;
    },
  };
}
