// Text for the system's clipboard, in both shapes that Electron's has: of its own up to 43, that of the web since 44.
//
// What is shipped has the newer one; where GitHub cannot be reached, tests run on an Electron with the older one.

export interface ClipboardText {
  readonly text: string;
  /** For programs that show formatted text; left out = there is none. */
  readonly html?: string;
}

interface OlderClipboard {
  write(what: ClipboardText): void;
}

interface NewerClipboard<Item> {
  write(items: Item[]): Promise<void>;
}

/** `Item` = Electron's ClipboardItem; undefined = this Electron has none. */
export async function writeClipboard<Item>(
  clipboard: unknown,
  Item: (new (kinds: Record<string, string>) => Item) | undefined,
  { text, html }: ClipboardText,
): Promise<void> {
  const isFormatted = html !== undefined;
  if (Item === undefined) (clipboard as OlderClipboard).write(isFormatted ? { text, html } : { text });
  else {
    const kinds = { 'text/plain': text, ...(isFormatted ? { 'text/html': html } : {}) };
    await (clipboard as NewerClipboard<Item>).write([new Item(kinds)]);
  }
}
