// What a failure says, in one line: a refusal of main by its code, anything else as it is.
import type { RefusalCode } from '../../preload/contract.ts';
import { isTextId, t } from '../../preload/text/text.ts';

const isRefusal = (id: `refusal.${string}`): id is `refusal.${RefusalCode}` => isTextId(id);

export function messageOf(error: unknown): string {
  const said = error instanceof Error && error.message !== '' ? error.message : String(error);
  const id = `refusal.${said}` as const;
  return isRefusal(id) ? t(id) : said;
}
