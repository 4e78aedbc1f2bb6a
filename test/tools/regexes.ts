// Every regular expression of a source file, found by a real parser, and whether it can be made slow, decided by recheck.
//
// A text of n characters may cost an expression n steps, not n²: neither within one try at one place ("backtracking") nor by
// trying again at each place ("moving"), as /<!--[\s\S]*?-->/ does with "<!--<!--<!--".
import { createRequire } from 'node:module';
import { parseAst } from 'vite';

export interface Found {
  readonly file: string;
  /** As it stands in the source. */
  readonly text: string;
  /** Null = made of something computed. */
  readonly literal: { readonly source: string; readonly flags: string } | null;
}

type Node = { readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** `new RegExp('a', 'g')` with nothing computed in it is a literal too. */
function constructed(node: Node): Found['literal'] {
  const [source, flags] = (node.arguments as readonly Node[]).map(({ value }) => value);
  return typeof source === 'string' && (flags === undefined || typeof flags === 'string')
    ? { source, flags: flags ?? '' }
    : null;
}

function callsRegExp(node: Node): boolean {
  const callee = node.callee;
  if ((node.type !== 'NewExpression' && node.type !== 'CallExpression') || !isNode(callee)) return false;
  const property = isNode(callee.property) ? callee.property.name : undefined;
  return callee.name === 'RegExp' || property === 'RegExp';
}

/** Also texts that are turned into expressions where they are used: `.match('a+')`, `.search('a+')`. */
function implied(node: Node): Found['literal'] {
  const callee = node.callee;
  if (node.type !== 'CallExpression' || !isNode(callee) || !isNode(callee.property)) return null;
  if (!['match', 'matchAll', 'search'].includes(String(callee.property.name))) return null;
  const [first] = node.arguments as readonly Node[];
  return typeof first?.value === 'string' ? { source: first.value, flags: '' } : null;
}

export function regexesIn(file: string, text: string): readonly Found[] {
  const found: Found[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value) || Array.isArray(value)) return;
    const at = (literal: Found['literal']): void =>
      void found.push({ file, text: text.slice(Number(value.start), Number(value.end)), literal });
    const regex = value.regex as { pattern: string; flags: string } | undefined;
    if (value.type === 'Literal' && regex) at({ source: regex.pattern, flags: regex.flags });
    else if (callsRegExp(value)) at(constructed(value));
    else if (implied(value) !== null) at(implied(value));
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' }, file));
  return found;
}

export type Verdict =
  | { readonly kind: 'linear' }
  | { readonly kind: 'slow'; readonly attack: string }
  | { readonly kind: 'undecided'; readonly why: string };

/** The automaton alone: it gives the same answer each time, where recheck's fuzzer tries its luck. */
export function verdictOn(source: string, flags: string, timeoutMs = 20_000): Verdict {
  // Without this recheck starts a program of its own, where there is one for the machine.
  process.env.RECHECK_BACKEND = 'pure';
  const { checkSync } = createRequire(import.meta.url)('recheck') as typeof import('recheck');
  const result = checkSync(source, flags, { checker: 'automaton', timeout: timeoutMs });
  if (result.status === 'safe') return { kind: 'linear' };
  if (result.status === 'vulnerable') return { kind: 'slow', attack: String(result.attack.pattern) };
  return { kind: 'undecided', why: result.error.kind };
}
