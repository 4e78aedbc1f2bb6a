// Request parameters: PHP-style query parsing, and the checking of values against a route's declared arguments.
import { RestError } from './errors.ts';
import { parseDate } from './time.ts';

export type Params = Record<string, unknown>;

export interface ArgSpec {
  type: 'integer' | 'string' | 'boolean' | 'array' | 'object';
  items?: { type: 'integer' | 'string'; enum?: readonly string[] };
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
  format?: 'date-time' | 'uuid';
  required?: boolean;
  nullable?: boolean;
  /** Checked in the first of the two passes (platform facts, section 17): not all faults come at once. */
  first?: boolean;
  /** Own check, after type and enum; gets the sanitised value, and the request's parameters as they came. */
  check?: (value: unknown, given: Params) => RestError | null;
}

export type ArgSpecs = Record<string, ArgSpec>;

/** Reads `a=1&x[]=1&x[]=2&t[terms]=3` as PHP does: the last of equal names wins, brackets build lists and objects. */
export function parseQuery(text: string): Params {
  const out: Params = {};
  for (const [name, value] of new URLSearchParams(text)) assign(out, name, value);
  return out;
}

function assign(out: Params, name: string, value: unknown): void {
  const open = name.indexOf('[');
  if (open <= 0) {
    out[name] = value;
    return;
  }
  const head = name.slice(0, open);
  const keys = [...name.slice(open).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '');
  let node = typeof out[head] === 'object' && out[head] ? (out[head] as Params) : {};
  out[head] = node;
  for (const [at, key] of keys.entries()) {
    const name = key === '' ? String(Object.keys(node).length) : key;
    if (at === keys.length - 1) {
      node[name] = value;
    } else {
      const next = typeof node[name] === 'object' && node[name] ? (node[name] as Params) : {};
      node[name] = next;
      node = next;
    }
  }
}

/** Percent escapes undone; text with broken ones as it is. */
export function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A list given as array, as `x[]=` object or as "a,b". */
export function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (value !== null && typeof value === 'object') return Object.values(value);
  return String(value)
    .split(/[\s,]+/)
    .filter((part) => part !== '');
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

function fault(code: string, message: string): RestError {
  return new RestError(code, message, 0);
}

/** "a, b, and c" as the platform lists the values of an enum. */
function inWords(values: readonly string[]): string {
  if (values.length < 3) return values.join(' and ');
  return `${values.slice(0, -1).join(', ')}, and ${values.at(-1)}`;
}

function checkScalar(
  name: string,
  value: unknown,
  spec: Pick<ArgSpec, 'type' | 'enum' | 'format' | 'minimum' | 'maximum'>,
): { value: unknown } | RestError {
  let out: unknown = value;
  if (spec.type === 'integer') {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number)) {
      return fault('rest_invalid_type', `${name} is not of type integer.`);
    }
    const { minimum, maximum } = spec;
    const tooSmall = minimum !== undefined && number < minimum;
    const tooLarge = maximum !== undefined && number > maximum;
    if (minimum !== undefined && maximum !== undefined && (tooSmall || tooLarge)) {
      return fault('rest_out_of_bounds', `${name} must be between ${minimum} (inclusive) and ${maximum} (inclusive)`);
    }
    if (tooSmall) return fault('rest_out_of_bounds', `${name} must be greater than or equal to ${minimum}`);
    out = number;
  } else if (spec.type === 'boolean') {
    const word = String(value).toLowerCase();
    if (['1', 'true'].includes(word)) out = true;
    else if (['0', 'false', ''].includes(word)) out = false;
    else return fault('rest_invalid_type', `${name} is not of type boolean.`);
  } else if (spec.type === 'string') {
    if (typeof value !== 'string') return fault('rest_invalid_type', `${name} is not of type string.`);
  }
  if (spec.enum && !spec.enum.includes(String(out))) {
    return fault('rest_not_in_enum', `${name} is not one of ${inWords(spec.enum)}.`);
  }
  if (spec.format === 'date-time' && parseDate(String(out), 'gmt', 'UTC') === null) {
    return fault('rest_invalid_date', 'Invalid date.');
  }
  if (spec.format === 'uuid' && !isUuid(String(out))) {
    return fault('rest_invalid_uuid', `${name} is not a valid UUID.`);
  }
  return { value: out };
}

function checkValue(name: string, given: Params, spec: ArgSpec): { value: unknown } | RestError {
  const value = given[name];
  let checked: { value: unknown } | RestError;
  if (value === null && spec.nullable) checked = { value };
  else if (spec.type === 'object') checked = { value };
  else if (spec.type === 'array') {
    const list: unknown[] = [];
    for (const [at, item] of asList(value).entries()) {
      const one = spec.items ? checkScalar(`${name}[${at}]`, item, spec.items) : { value: item };
      if (one instanceof RestError) return one;
      list.push(one.value);
    }
    checked = { value: list };
  } else checked = checkScalar(name, value, spec);
  if (checked instanceof RestError) return checked;
  return spec.check?.(checked.value, given) ?? checked;
}

/** Checks and converts parameters; unknown ones pass through untouched. Throws the platform's 400 answers. */
export function checkParams(given: Params, specs: ArgSpecs): Params {
  const out: Params = { ...given };
  const missing = Object.keys(specs).filter((name) => specs[name]?.required && given[name] === undefined);
  if (missing.length > 0) {
    const message = `Missing parameter(s): ${missing.join(', ')}`;
    throw new RestError('rest_missing_callback_param', message, 400, { params: missing });
  }
  for (const pass of [true, false]) {
    const params: Record<string, string> = {};
    const details: Record<string, unknown> = {};
    for (const [name, spec] of Object.entries(specs)) {
      if (Boolean(spec.first) !== pass) continue;
      if (given[name] === undefined) {
        if (spec.default !== undefined) out[name] = spec.default;
        continue;
      }
      const checked = checkValue(name, given, spec);
      if (checked instanceof RestError) {
        params[name] = checked.message;
        const data = checked.status === 0 ? null : { status: checked.status };
        details[name] = { code: checked.code, message: checked.message, data };
      } else out[name] = checked.value;
    }
    const names = Object.keys(params);
    if (names.length > 0) {
      const message = `Invalid parameter(s): ${names.join(', ')}`;
      throw new RestError('rest_invalid_param', message, 400, { params, details });
    }
  }
  return out;
}

/** The arguments as OPTIONS and the index describe them. */
export function describeArgs(specs: ArgSpecs): unknown {
  const out: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(specs)) {
    const { first: _first, check: _check, required, nullable, ...rest } = spec;
    out[name] = { ...rest, type: nullable ? [spec.type, 'null'] : spec.type, required: required ?? false };
  }
  return Object.keys(out).length > 0 ? out : [];
}
