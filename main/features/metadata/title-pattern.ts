// Titles for many clips from one pattern: `{name}` is the file's name without extension, `{n}` the clip's number.

/** `place` counts from 0; `{n}` from 1, `{nn}` and `{nnn}` with zeros before it. Anything else in braces stays as it is. */
export function titleFrom(pattern: string, fileName: string, place: number): string {
  const name = fileName.replace(/(.)\.[^.]*$/, '$1');
  return pattern
    .replace(/\{(name|n{1,6})\}/g, (_whole, key: string) =>
      key === 'name' ? name : String(place + 1).padStart(key.length, '0'),
    )
    .trim();
}
