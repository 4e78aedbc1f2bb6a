// What TypeScript reads out of an ICU message: the names of its placeholders, and what each takes.

/** Leaves a part of the message: each closing brace ends the innermost open place. */
type Close<Text extends string, Open extends readonly Place[]> = Text extends `${string}}${infer Behind}`
  ? Open extends readonly [Place, ...infer Outer extends readonly Place[]]
    ? Close<Behind, Outer>
    : readonly []
  : Open;

/** Between braces there is text, or the cases of a plural or select. */
type Place = 'text' | 'cases';

type Read<
  Message extends string,
  Open extends readonly Place[],
  Found,
> = Message extends `${infer Before}{${infer After}` ? Enter<After, Close<Before, Open>, Found> : Found;

type Enter<After extends string, Open extends readonly Place[], Found> = Open extends readonly ['cases', ...Place[]]
  ? Read<After, readonly ['text', ...Open], Found>
  : After extends `${infer Head}}${string}`
    ? Head extends `${infer Name}, ${infer Kind}`
      ? Kind extends `plural,${string}`
        ? Read<Rest<After, `${Name}, plural,`>, readonly ['cases', ...Open], Found | readonly [Name, 'number']>
        : Kind extends `select,${string}`
          ? Read<Rest<After, `${Name}, select,`>, readonly ['cases', ...Open], Found | readonly [Name, 'choice']>
          : Read<Rest<After, `${Head}}`>, Open, Found | readonly [Name, 'number']>
      : Read<Rest<After, `${Head}}`>, Open, Found | readonly [Head, 'text']>
    : Found;

type Rest<Text extends string, Start extends string> = Text extends `${Start}${infer After}` ? After : '';

type NameOf<Found> = Found extends readonly [infer Name extends string, unknown] ? Name : never;
type KindOf<Found, Name> = Found extends readonly [Name, infer Kind] ? Kind : never;
type ValueOf<Kind> = 'choice' extends Kind ? string | null : 'number' extends Kind ? number : string;
type Taken<Found> = { readonly [Name in NameOf<Found>]: ValueOf<KindOf<Found, Name>> };

/** The values of one message, or of any of several: text, a number where it is counted or written as one, null where a select has `_`. */
export type ValuesOf<Message extends string> = Taken<Read<Message, readonly [], never>>;
