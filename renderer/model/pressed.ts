// A key as the page tells it, and the letter of a shortcut that it stands for, whatever script the keyboard writes.

export interface Pressed {
  readonly key: string;
  /** Where it is on the keyboard, by what stands there on an American one: "KeyA". */
  readonly code: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Letters, and signs of vowels that some keyboards write with a key of their own. */
const ofAnyScript = /^[\p{L}\p{M}]+$/u;
const latin = /\p{Script=Latin}/u;

/**
 * "a" to "z"; null = the key stands for none. A keyboard of the Latin script has each letter where its user looks for it (AZERTY, Dvorak), and
 * beside them marks that stand for nothing. A Cyrillic, Greek, Hebrew or Arabic one has none: it counts where the key is, as for the system's own shortcuts.
 */
export function shortcutLetter({ key, code }: Pick<Pressed, 'key' | 'code'>): string | null {
  const letter = ofAnyScript.test(key) && !latin.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : key;
  return letter !== undefined && /^[a-z]$/i.test(letter) ? letter.toLowerCase() : null;
}
