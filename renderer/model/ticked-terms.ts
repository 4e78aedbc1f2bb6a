// Which terms are chosen after some were ticked in a list that a search may have narrowed; pure.

/**
 * Each once: those chosen `before` that are not in sight stay, of those `shown` the ones in `keys` are chosen. A list names in its keys also
 * what was chosen and is not in sight.
 */
export function tickedTerms(
  before: readonly number[],
  shown: readonly { readonly id: number }[],
  keys: Iterable<string | number>,
): readonly number[] {
  const visible = new Set(shown.map(({ id }) => id));
  return [...before.filter((id) => !visible.has(id)), ...[...keys].map(Number).filter((id) => visible.has(id))];
}
