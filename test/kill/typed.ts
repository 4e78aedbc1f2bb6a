// What was typed for a clip, and what the site may have of it: the last text that was acknowledged, or one typed since.
import type { Draft } from '../../preload/contract.ts';
import type { StateVideo } from '../site/start.ts';
import type { Chance } from './chance.ts';

export type TypedField = 'title' | 'description' | 'status';

export interface Typed {
  /** Something is about to be typed. */
  begins(draft: Partial<Draft>): void;
  /** It is on disk. */
  acknowledged(draft: Partial<Draft>): void;
  /** It was never taken. */
  refused(draft: Partial<Draft>): void;
  /** Null = the video has what it should; else what is wrong. */
  complaint(video: StateVideo): string | null;
}

const fields = ['title', 'description', 'status'] as const;

/** As the site keeps plain text. */
function stored(field: TypedField, text: string): string {
  if (field === 'status') return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function there(field: TypedField, video: StateVideo): string {
  return field === 'description' ? video.content : video[field];
}

export function typing(): Typed {
  /** Null = as the site made it: nothing that was typed is sure to have been taken. */
  const accepted = new Map<TypedField, readonly (string | null)[]>();
  const now = (field: TypedField): readonly (string | null)[] => accepted.get(field) ?? [null];
  const each = (draft: Partial<Draft>, call: (field: TypedField, text: string) => void): void => {
    for (const field of fields) {
      const text = draft[field];
      if (text != null) call(field, text);
    }
  };
  return {
    begins: (draft) => each(draft, (field, text) => accepted.set(field, [...now(field), text])),
    acknowledged: (draft) => each(draft, (field, text) => accepted.set(field, [text])),
    refused: (draft) =>
      each(draft, (field, text) =>
        accepted.set(
          field,
          now(field).filter((one) => one !== text),
        ),
      ),
    complaint: (video) => {
      for (const [field, texts] of accepted) {
        const found = there(field, video);
        if (texts.some((text) => text === null || stored(field, text) === found)) continue;
        const meant = texts.map((text) => JSON.stringify(text)).join(' or ');
        return `${field} is ${JSON.stringify(found)}, typed was ${meant}`;
      }
      return null;
    },
  };
}

/** Some keys of a typist; every text is another one. */
export function someDraft(chance: Chance, serial: number): Partial<Draft> {
  const title = { title: `Title ${serial} & “more” für ${chance.whole(1, 99)} € <b>` };
  const description = { description: `Line one of ${serial}\nLine & two <i>` };
  const status = { status: chance.pick(['draft', 'private', 'pending']) };
  return chance.pick<Partial<Draft>>([
    title,
    description,
    status,
    { ...title, ...status },
    { ...title, ...description, ...status },
  ]);
}
