// What is said of the file beside a clip that tells its details.
import type { FormShape, SidecarTerm, SidecarTrouble, SidecarView } from '../../preload/contract.ts';
import { listed, t } from '../../preload/text/text.ts';
import { fieldWord, plainFieldWord, statusWord } from './fields.ts';

/** More names of one kind are not read. */
const mostNames = 100;
/** Characters of a name that are shown. */
const mostShown = 80;

const short = (text: string): string => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text);

/** What came of it. */
export function takenWords({ fields }: SidecarView, form: FormShape): string {
  if (fields.length === 0) return t('sidecar.none');
  return t('sidecar.taken', { fields: listed(fields.map((field) => fieldWord(field, form))) });
}

export function troubleWords({ problem, field, text }: SidecarTrouble): string {
  const what = field === null ? '' : plainFieldWord(field);
  const said = short(text);
  switch (problem) {
    case 'unreadable':
    case 'too-large':
    case 'not-text':
    case 'not-json':
      return t(`sidecar.file.${problem}`);
    case 'date-missing':
      return t('sidecar.field.date-missing');
    case 'held-hidden':
      return t('sidecar.field.held-hidden', { field: what, text: statusWord(said) });
    case 'shape':
      return field === null ? t('sidecar.key.shape', { text: said }) : t('sidecar.field.shape', { field: what });
    case 'too-long':
      return field === null
        ? t('sidecar.key.too-long', { text: said, most: mostNames })
        : t('sidecar.field.too-long', { field: what });
    default:
      return t(`sidecar.field.${problem}`, { field: what, text: said });
  }
}

export function sidecarTermWords({ taxonomy, name, state }: SidecarTerm): string {
  return t(`sidecar.term.${state}`, { taxonomy, name: short(name) });
}

/** Whether the site may still say more, and nothing is to be done. */
export function isWaitingTerm({ state }: SidecarTerm): boolean {
  return state === 'asking' || state === 'making';
}
