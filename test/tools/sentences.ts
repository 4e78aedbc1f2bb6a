// What a source file says to a person without the catalogue: sentences of its own, sentences glued from pieces, plurals made by code.
import { parseSync } from 'vite';

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const programs = new Map<string, Node>();

/** Parsed once, whatever it is looked through for. */
function programOf(file: string, source: string): Node {
  const known = programs.get(source);
  if (known !== undefined) return known;
  const { program } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' });
  if (!isNode(program)) throw new Error(`${file} cannot be parsed`);
  programs.set(source, program);
  return program;
}

/** Nodes directly within one, in order of the source. */
function within(node: Node): readonly Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

const nodesOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The fixed text of a string or template; null of any other node. */
function fixedText(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  return nodesOf(node.quasis)
    .map((quasi) => text((quasi.value as { cooked?: string }).cooked))
    .join('…');
}

/** What a call is called, the last part of it: `store.tell(…)` is "tell". */
function calledName(node: Node): string {
  const callee = node.callee;
  if (!isNode(callee)) return '';
  if (callee.type === 'Identifier') return text(callee.name);
  const property = callee.property;
  return isNode(property) ? text(property.name) : '';
}

const isText = (node: unknown): node is Node =>
  isNode(node) && node.type === 'CallExpression' && calledName(node) === 't';

/** Calls that name an id of the catalogue: for now, or for when it is shown. */
const namesId = new Set(['t', 'message']);

/** An id of the catalogue is what a label may be kept as. */
const isId = (said: string): boolean => /^[\w-]+(\.[\w-]+)+$/.test(said);

const words = /\p{L}{2}/u;
/** Two words with a space between them: no code, no key, no name of a class. */
const sentence = /\p{L}{2,}[,;:.?!’”]? +[“(]?\p{L}/u;

/** Attributes and properties whose text a person reads, hears or types over. */
const shownNames = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'body',
  'buttonLabel',
  'buttons',
  'description',
  'detail',
  'label',
  'message',
  'no',
  'note',
  'placeholder',
  'safe',
  'submitLabel',
  'text',
  'textValue',
  'tick',
  'title',
  'todo',
  'toolTip',
  'untouched',
  'word',
  'yes',
]);
/** The same, where a code may stand as well: only what begins like a sentence is one. */
const mixedNames = new Set(['what', 'which']);
/** Calls whose first text a person reads or hears. */
const shownCalls = new Set([
  'tell',
  'say',
  'alert',
  'confirm',
  'setToolTip',
  'setTitle',
  'showErrorBox',
  'Notification',
]);
/** What is written for the log, for whoever reads the code, or for a machine. */
const unseenCalls = new Set([
  'debug',
  'info',
  'warn',
  'error',
  'Error',
  'TypeError',
  'RangeError',
  'StoreError',
  'querySelector',
  'querySelectorAll',
  'closest',
  'matches',
  'exec',
  'test',
  'RegExp',
  'FileError',
  'Response',
]);
/** Attributes and properties that hold names for machines. */
const unseenNames = new Set([
  'className',
  'd',
  'style',
  'viewBox',
  'points',
  'transform',
  'key',
  'from',
  'role',
  'permissions',
  'placement',
  'look',
]);

export interface Told {
  readonly line: number;
  readonly what: string;
}

/** One look through a file; `known` are the ids of the catalogue. */
export function toldBy(file: string, source: string): readonly Told[] {
  const found: Told[] = [];
  const tell = (node: Node, what: string): void => {
    found.push({ line: source.slice(0, node.start).split('\n').length, what });
  };
  type Place = 'shown' | 'mixed' | 'unseen' | 'open';

  function literal(node: Node, place: Place): void {
    const said = fixedText(node);
    if (said === null || place === 'unseen') return;
    const shown =
      place === 'shown' ? words.test(said) && !isId(said) : place === 'mixed' && /^\p{Lu}\p{Ll}/u.test(said);
    if (shown || sentence.test(said)) tell(node, `says “${said.trim().slice(0, 60)}” by itself`);
  }

  function children(node: Node): void {
    const said = nodesOf(node.children);
    if (said.filter((child) => child.type === 'JSXExpressionContainer' && isText(child.expression)).length > 1)
      tell(node, 'puts two messages side by side');
  }

  function glue(node: Node): void {
    const joined =
      (node.type === 'TemplateLiteral' && nodesOf(node.expressions).some(isText)) ||
      (node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left) || isText(node.right))) ||
      (node.type === 'AssignmentExpression' && node.operator === '+=' && isText(node.right));
    if (joined) tell(node, 'glues a message to something');
    if (
      node.type === 'CallExpression' &&
      calledName(node) === 'join' &&
      isNode(node.callee) &&
      isNode(node.callee.object)
    ) {
      const { object } = node.callee;
      if (object.type === 'ArrayExpression' && nodesOf(object.elements).some(isText))
        tell(node, 'glues messages together');
    }
    if (node.type !== 'ConditionalExpression' || !isNode(node.test) || node.test.type !== 'BinaryExpression') return;
    const one = [node.test.left, node.test.right].some(
      (side) => isNode(side) && side.type === 'Literal' && side.value === 1,
    );
    const equal = /^[!=]==?$/.test(text(node.test.operator));
    const chosen = [node.consequent, node.alternate].filter(isNode);
    if (one && equal && chosen.some((side) => isText(side) || sentence.test(fixedText(side) ?? '')))
      tell(node, 'makes a plural by itself');
  }

  function look(node: Node, place: Place): void {
    if (
      node.type.startsWith('TS') &&
      node.type !== 'TSAsExpression' &&
      node.type !== 'TSSatisfiesExpression' &&
      node.type !== 'TSNonNullExpression'
    )
      return;
    if (node.type.startsWith('Import') || node.type === 'ExportAllDeclaration') return;
    glue(node);
    if (node.type === 'Literal') literal(node, place);
    if (node.type === 'TemplateLiteral') {
      literal(node, place);
      for (const part of nodesOf(node.expressions)) look(part, place === 'shown' ? 'open' : place);
      return;
    }
    if (node.type === 'JSXText' && words.test(text(node.value)))
      tell(node, `says “${text(node.value).trim().slice(0, 60)}” by itself`);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      children(node);
      for (const child of within(node)) look(child, child.type === 'JSXExpressionContainer' ? 'shown' : 'open');
      return;
    }
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const name = calledName(node);
      const inside: Place = shownCalls.has(name)
        ? 'shown'
        : unseenCalls.has(name)
          ? 'unseen'
          : place === 'unseen'
            ? place
            : 'open';
      const [first] = nodesOf(node.arguments);
      for (const child of within(node))
        look(child, child === node.callee || (inside === 'shown' && child !== first) ? 'open' : inside);
      return;
    }
    if (node.type === 'JSXAttribute' || node.type === 'Property' || node.type === 'PropertyDefinition') {
      const key = node.type === 'JSXAttribute' ? node.name : node.key;
      const name = isNode(key) ? text(key.name) || text(key.value) : '';
      const inside: Place = unseenNames.has(name)
        ? 'unseen'
        : shownNames.has(name)
          ? 'shown'
          : mixedNames.has(name)
            ? 'mixed'
            : place === 'unseen'
              ? place
              : 'open';
      if (isNode(node.value)) look(node.value, inside);
      return;
    }
    // What is compared or asked about is no text; what comes of it may be.
    const passes = [
      'ConditionalExpression',
      'LogicalExpression',
      'ArrayExpression',
      'JSXExpressionContainer',
      'TSAsExpression',
      'TSSatisfiesExpression',
      'ParenthesizedExpression',
    ];
    const onward = passes.includes(node.type) || place === 'unseen' ? place : 'open';
    for (const child of within(node))
      look(child, node.type === 'ConditionalExpression' && child === node.test ? 'open' : onward);
  }

  look(programOf(file, source), 'open');
  return found;
}

export interface Ids {
  /** Whole texts that may be ids. */
  readonly texts: ReadonlySet<string>;
  /** Templates such as `jobs.wait.${why}`, their open places as any one name. */
  readonly patterns: readonly RegExp[];
  /** What `t`, or `message` for later, was asked for by name. */
  readonly asked: readonly string[];
}

/** The ids that a file names, whole or by a template. */
export function idsIn(file: string, source: string): Ids {
  const texts = new Set<string>();
  const patterns: RegExp[] = [];
  const asked: string[] = [];
  const look = (node: Node): void => {
    if (node.type === 'Literal' && typeof node.value === 'string') texts.add(node.value);
    if (node.type === 'TemplateLiteral' || node.type === 'TSTemplateLiteralType') {
      const [first = '', ...rest] = nodesOf(node.quasis).map((quasi) =>
        text((quasi.value as { cooked?: string }).cooked),
      );
      if (node.type === 'TemplateLiteral' && /^[a-z][\w-]*\./.test(first)) {
        const escaped = [first, ...rest].map((part) => part.replaceAll('.', '\\.'));
        patterns.push(new RegExp(`^${escaped.join('[\\w-]+')}$`));
      }
    }
    if (node.type === 'CallExpression' && namesId.has(calledName(node))) {
      const [id] = nodesOf(node.arguments);
      if (id?.type === 'Literal') asked.push(text(id.value));
    }
    for (const child of within(node)) look(child);
  };
  look(programOf(file, source));
  return { texts, patterns, asked };
}
