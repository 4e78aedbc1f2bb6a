// Markup taken out of texts of a site, each in one pass over the text: what was made to be slow is no slower than the rest.

/** `text` without each stretch from a `begin` to the next `end` behind it; one that nothing ends stays. */
function withoutStretches(text: string, begin: string, end: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(begin, at);
    const stop = start < 0 ? -1 : text.indexOf(end, start + begin.length);
    // Where nothing ends the first, nothing ends a later one.
    if (stop < 0) break;
    kept.push(text.slice(at, start));
    at = stop + end.length;
  }
  kept.push(text.slice(at));
  return kept.join('');
}

export function withoutComments(html: string): string {
  return withoutStretches(html, '<!--', '-->');
}

/** Scripts and style sheets with what is in them, each become `instead`; one that nothing closes stays. */
export function withoutScripts(html: string, instead: string): string {
  const begin = /<(script|style)\b/gi;
  const closed = new Map([
    ['script', /<\/script\s*>/gi],
    ['style', /<\/style\s*>/gi],
  ]);
  const kept: string[] = [];
  let at = 0;
  for (let opened = begin.exec(html); opened !== null; opened = begin.exec(html)) {
    const name = (opened[1] ?? '').toLowerCase();
    const close = closed.get(name);
    if (close === undefined) continue;
    close.lastIndex = begin.lastIndex;
    // Where nothing closes this one, nothing closes a later one of its name.
    if (close.exec(html) === null) closed.delete(name);
    else {
      kept.push(html.slice(at, opened.index), instead);
      at = close.lastIndex;
      begin.lastIndex = at;
    }
  }
  kept.push(html.slice(at));
  return kept.join('');
}

/** Every `<` with all up to the next `>` becomes a space; `isTag` = whether what follows a `<` makes it one. */
export function withoutTags(html: string, isTag: (next: string) => boolean = () => true): string {
  const kept: string[] = [];
  let at = 0;
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at > open ? at : open + 1)) {
    if (!isTag(html[open + 1] ?? '')) continue;
    const close = html.indexOf('>', open + 1);
    if (close < 0) break;
    kept.push(html.slice(at, open), ' ');
    at = close + 1;
  }
  kept.push(html.slice(at));
  return kept.join('');
}

/** What stands between the first `<name …>` and `</name>`, names in lower case; null = there is no such element. */
export function firstElement(html: string, name: 'title'): string | null {
  const start = firstTag(html, name);
  if (start === null) return null;
  const end = html.slice(start.end).search(/<\/title>/i);
  return end < 0 ? null : html.slice(start.end, start.end + end);
}

/** The first `<name …>` and where it ends; null = there is none. */
export function firstTag(html: string, name: 'title' | 'body'): { readonly tag: string; readonly end: number } | null {
  const start = html.search(name === 'title' ? /<title/i : /<body/i);
  const close = start < 0 ? -1 : html.indexOf('>', start);
  return close < 0 ? null : { tag: html.slice(start, close + 1), end: close + 1 };
}
