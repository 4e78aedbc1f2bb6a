// How a question of the page is refused.
import type { RefusalCode, Reply } from '../../preload/contract.ts';

type Kind = Extract<Reply<never>, { ok: false }>['error']['kind'];

export const refusal = (kind: Kind, code: RefusalCode): Reply<never> => ({ ok: false, error: { kind, code } });
