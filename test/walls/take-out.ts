// Takes a line out of a source text, found by the declaration that it stands in and not by its file, so that code may move.
import { parseSync } from 'vite';

/**
 * Exactly one of: `from` replaced by `to` within the declaration (blanks count as any blanks), or an element of the array that it
 * declares left out.
 */
export type Cut = {
  /**
   * Name of a function, variable or property; null = it stands outside every one. For what is not code: the name of its file.
   */
  readonly in: string | null;
} & ({ readonly from: string; readonly to: string } | { readonly element: number });

export interface Source {
  /** With `/`, below the project's folder. */
  readonly file: string;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Declared {
  readonly name: string;
  readonly node: Node;
}

const isNode = (value: unknown): value is Node & Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Every node below `root`, itself among them. */
function* nodes(root: unknown): Generator<Node & Readonly<Record<string, unknown>>> {
  if (Array.isArray(root)) for (const one of root) yield* nodes(one);
  if (!isNode(root)) return;
  yield root;
  for (const value of Object.values(root)) if (typeof value === 'object') yield* nodes(value);
}

function nameOf(key: unknown): string | null {
  if (!isNode(key)) return null;
  if (key.type === 'Identifier' && typeof key.name === 'string') return key.name;
  return typeof key.value === 'string' ? key.value : null;
}

const declaring: Readonly<Record<string, string>> = {
  FunctionDeclaration: 'id',
  ClassDeclaration: 'id',
  VariableDeclarator: 'id',
  MethodDefinition: 'key',
  Property: 'key',
};

const isCode = (file: string): boolean => /\.tsx?$/.test(file);

/** Throws for a text that does not compile. */
export function parse({ file, text }: Source): unknown {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} does not compile: ${errors[0]?.message}`);
  return program;
}

const known = new WeakMap<Source, readonly Declared[]>();

function declarations(source: Source): readonly Declared[] {
  const before = known.get(source);
  if (before !== undefined) return before;
  const found: Declared[] = [];
  known.set(source, found);
  for (const node of nodes(parse(source))) {
    const key = declaring[node.type];
    const name = key === undefined ? null : nameOf(node[key]);
    if (name !== null) found.push({ name, node });
  }
  return found;
}

interface Place {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Where `wanted` stands between `start` and `end`. */
function occurrences(source: Source, wanted: string, start: number, end: number): readonly Place[] {
  const pattern = new RegExp(wanted.trim().split(/\s+/).map(escaped).join('\\s+'), 'g');
  return [...source.text.slice(start, end).matchAll(pattern)].map(({ index, 0: found }) => ({
    source,
    start: start + index,
    end: start + index + found.length,
  }));
}

function elementOf(source: Source, node: Node, index: number): readonly Place[] {
  const array = [...nodes(node)].find(({ type }) => type === 'ArrayExpression');
  const element: unknown = (array?.elements as readonly unknown[] | undefined)?.[index];
  if (!isNode(element)) return [];
  const comma = source.text.slice(element.end).match(/^\s*,/)?.[0].length ?? 0;
  return [{ source, start: element.start, end: element.end + comma }];
}

function placesOf(cut: Cut, source: Source): readonly Place[] {
  const within = (node: Node): readonly Place[] =>
    'element' in cut ? elementOf(source, node, cut.element) : occurrences(source, cut.from, node.start, node.end);
  if (!isCode(source.file) || cut.in === null) {
    const whole = { type: 'file', start: 0, end: source.text.length };
    const meant = cut.in === null ? isCode(source.file) : cut.in === source.file;
    return meant ? within(whole) : [];
  }
  if (!source.text.includes(cut.in)) return [];
  const declared = declarations(source).filter(({ name }) => name === cut.in);
  return declared.flatMap(({ node }) => within(node));
}

/** The one changed source. Throws where the cut fits nowhere or in several places, or what is left does not compile. */
export function takeOut(cut: Cut, sources: readonly Source[]): Source {
  const all = sources.flatMap((source) => placesOf(cut, source));
  // A declaration inside another one of the same name sees the same place.
  const places = all.filter(
    (one, index) => all.findIndex((other) => other.source === one.source && other.start === one.start) === index,
  );
  const [place] = places;
  if (place === undefined || places.length > 1) {
    const what = 'from' in cut ? cut.from : `element ${cut.element}`;
    throw new Error(`"${what}" of ${cut.in ?? 'any file'} is there ${places.length} times`);
  }
  const { source, start, end } = place;
  const changed = {
    file: source.file,
    text: source.text.slice(0, start) + ('from' in cut ? cut.to : '') + source.text.slice(end),
  };
  if (changed.text === source.text) throw new Error(`nothing is taken out of ${source.file}`);
  if (isCode(source.file)) parse(changed);
  return changed;
}
