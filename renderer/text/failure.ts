// What a failure says, in one line: a refusal of main by its code, anything else as it is.
import type { RefusalCode } from '../../preload/contract.ts';
import { isTextId, t } from '../../preload/text/text.ts';

const isRefusal = (id: `refusal.${string}`): id is `refusal.${RefusalCode}` => isTextId(id);

/** What an error says, as it came: the code of a refusal, or somebody's own words. */
export function saidBy(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}

export function saidWords(said: string): string {
  const id = `refusal.${said}` as const;
  return isRefusal(id) ? t(id) : said;
}

export function messageOf(error: unknown): string {
  return saidWords(saidBy(error));
}
