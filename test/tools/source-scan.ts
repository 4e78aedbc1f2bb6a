// Reads a TypeScript file far enough to know what it imports and which names it uses, without running a compiler.

export interface Import {
  readonly specifier: string;
  /** `type` leaves nothing in the running program; everything else does. */
  readonly kind: 'value' | 'type' | 'dynamic';
  /** Named imports as written, before any `as`, to the name they have in this file. */
  readonly names: ReadonlyMap<string, string>;
}

export interface Scan {
  readonly imports: readonly Import[];
  /** The source with comments blanked and every string literal replaced by `"§n"`. */
  readonly code: string;
  readonly strings: readonly string[];
}

/** After these a slash begins a regular expression, not a division. */
const beforeRegex = /(^|[=([{,;:!&|?+\-*%~^<>]|\b(return|typeof|case|in|of|void|delete|throw|await|yield))$/;

/**
 * Blanks comments and takes strings out, so that a mention is never taken for a use. Template literals lose their fixed parts
 * but keep what is inside `${}`. A quote in JSX text ends at the line's end, because no string crosses it.
 */
function mask(source: string): { code: string; strings: string[] } {
  const strings: string[] = [];
  // For each open `${`, how many braces are open inside it.
  const templates: number[] = [];
  let code = '';
  let at = 0;

  const rest = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0] ?? '';
  };
  const template = (): void => {
    const text = rest(/(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y);
    at += text.length;
    if (source.startsWith('${', at)) {
      templates.push(0);
      code += ' (';
      at += 2;
    } else {
      code += ' ';
      at += 1;
    }
  };

  while (at < source.length) {
    const char = source[at] ?? '';
    const open = templates.length - 1;
    if (source.startsWith('//', at)) at += rest(/[^\n]*/y).length;
    else if (source.startsWith('/*', at)) {
      const comment = rest(/\/\*[\s\S]*?(?:\*\/|$)/y);
      code += comment.replace(/[^\n]/g, ' ');
      at += comment.length;
    } else if (char === '"' || char === "'") {
      const literal = rest(char === '"' ? /"(?:[^"\\\n]|\\[\s\S])*"?/y : /'(?:[^'\\\n]|\\[\s\S])*'?/y);
      code += `"§${strings.length}"`;
      strings.push(literal.slice(1, literal.length > 1 && literal.endsWith(char) ? -1 : undefined));
      at += literal.length;
    } else if (char === '`') {
      at += 1;
      template();
    } else if (char === '/' && beforeRegex.test(code.slice(-20).trimEnd())) {
      const regex = rest(/\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y);
      code += regex ? ' 0 ' : char;
      at += regex.length || 1;
    } else if (char === '}' && open >= 0 && templates[open] === 0) {
      templates.pop();
      code += ') ';
      at += 1;
      template();
    } else {
      if (open >= 0 && char === '{') templates[open] = (templates[open] ?? 0) + 1;
      if (open >= 0 && char === '}') templates[open] = (templates[open] ?? 0) - 1;
      code += char;
      at += 1;
    }
  }
  return { code, strings };
}

const literal = '"§(?<string>\\d+)"';
const staticImport = new RegExp(
  `(?<![.\\w$])(?:import|export)\\s*(?<type>type\\b)?\\s*(?:[\\w$]+\\s*,?\\s*)?(?<clause>\\{[^}]*\\}|\\*(?:\\s*as\\s+[\\w$]+)?)?\\s*from\\s*${literal}`,
  'g',
);
const bareImport = new RegExp(`(?<![.\\w$])import\\s*${literal}`, 'g');
const callImport = new RegExp(`(?<![.\\w$])(?:import|require)\\s*\\(\\s*(?:${literal})?`, 'g');

function namesIn(clause: string | undefined): Map<string, string> {
  const names = new Map<string, string>();
  if (!clause?.startsWith('{')) return names;
  for (const part of clause.slice(1, -1).split(',')) {
    const match = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(part);
    if (match?.[1]) names.set(match[1], match[2] ?? match[1]);
  }
  return names;
}

/** What `source` imports, and its code without comments and string contents. A computed `import(…)` has the specifier ''. */
export function scan(source: string): Scan {
  const { code, strings } = mask(source);
  const text = (match: RegExpMatchArray): string => strings[Number(match.groups?.string ?? -1)] ?? '';
  const imports: Import[] = [
    ...[...code.matchAll(staticImport)].map((match) => ({
      specifier: text(match),
      kind: match.groups?.type ? ('type' as const) : ('value' as const),
      names: namesIn(match.groups?.clause),
    })),
    ...[...code.matchAll(bareImport)].map((match) => ({
      specifier: text(match),
      kind: 'value' as const,
      names: new Map(),
    })),
    ...[...code.matchAll(callImport)].map((match) => ({
      specifier: text(match),
      kind: 'dynamic' as const,
      names: new Map(),
    })),
  ];
  return { imports, code, strings };
}
