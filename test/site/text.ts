// What WordPress does to text: entity encoding and tag stripping on the way in, HTML on the way out.

const NAMED = new Set(
  (
    'amp lt gt quot apos nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn ' +
    'sup1 sup2 sup3 acute micro para middot cedil ordm raquo frac14 frac12 frac34 iquest times divide ndash mdash ' +
    'lsquo rsquo sbquo ldquo rdquo bdquo dagger Dagger bull hellip permil prime Prime lsaquo rsaquo euro trade larr ' +
    'uarr rarr darr harr Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute ' +
    'Icirc Iuml Ntilde Ograve Oacute Ocirc Otilde Ouml Oslash Ugrave Uacute Ucirc Uuml szlig agrave aacute acirc ' +
    'atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ntilde ograve oacute ocirc ' +
    'otilde ouml oslash ugrave uacute ucirc uuml yuml'
  ).split(' '),
);

const TITLE_TAGS = new Set('a abbr acronym b blockquote cite code del em i q s strike strong'.split(' '));
const POST_TAGS = new Set(
  (
    'a abbr address article aside audio b blockquote br caption cite code col colgroup dd del details div dl dt em ' +
    'figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s section small ' +
    'span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var video track'
  ).split(' '),
);

function encodeAmpersands(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replace(/&amp;([A-Za-z]{2,8}[0-9]{0,2});/g, (whole, name: string) => (NAMED.has(name) ? `&${name};` : whole))
    .replace(/&amp;#0*([0-9]{1,7});/g, (_whole, digits: string) => `&#${digits.padStart(3, '0')};`)
    .replace(/&amp;#[xX]0*([0-9A-Fa-f]{1,6});/g, '&#x$1;');
}

function cleanAttributes(attributes: string): string {
  return attributes
    .replace(/\s+on[a-z]+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, '')
    .replace(/(\s(?:href|src)\s*=\s*["']?)\s*javascript:/gi, '$1');
}

/**
 * What a user without `unfiltered_html` leaves behind: `&`, `<`, `>` encoded unless part of an entity or an allowed
 * tag, other tags dropped (their text stays). Text already encoded comes through unchanged.
 */
export function filterHtml(text: string, kind: 'title' | 'post'): string {
  if (kind === 'title') return filterAround(text, kind);
  // What begins and ends a block of the editor is a comment that stays.
  return text
    .split(/(<!-- \/?wp:[^<>]*-->)/)
    .map((part, at) => (at % 2 === 1 ? part : filterAround(part, kind)))
    .join('');
}

function filterAround(text: string, kind: 'title' | 'post'): string {
  const allowed = kind === 'title' ? TITLE_TAGS : POST_TAGS;
  let out = '';
  let at = 0;
  const source = encodeAmpersands(text.replaceAll('\0', '').replace(/<!--[\s\S]*?-->/g, ''));
  for (const match of source.matchAll(/<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*)?\/?)>/g)) {
    out += encodeAngles(source.slice(at, match.index));
    at = match.index + match[0].length;
    const name = (match[2] ?? '').toLowerCase();
    if (!allowed.has(name)) continue;
    out += `<${match[1] ?? ''}${name}${match[1] ? '' : cleanAttributes(match[3] ?? '')}>`;
  }
  return out + encodeAngles(source.slice(at));
}

function encodeAngles(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The displayed title: lone ampersands and straight quotes become numeric entities. */
export function renderTitle(raw: string): string {
  return raw
    .replace(/&(?!#?[A-Za-z0-9]+;)/g, '&#038;')
    .replace(/(^|[\s([])"/g, '$1&#8220;')
    .replaceAll('"', '&#8221;')
    .replace(/(^|[\s([])'/g, '$1&#8216;')
    .replaceAll("'", '&#8217;')
    .replaceAll('...', '&#8230;')
    .replace(/(\s)--?(\s)/g, '$1&#8211;$2');
}

/** The displayed body: paragraphs around loose text. */
export function renderBody(raw: string): string {
  const text = raw.replace(/<!-- \/?wp:[^<>]*-->/g, '').trim();
  if (text === '') return '';
  return text
    .split(/\n{2,}/)
    .map((block) =>
      /^<(p|div|ul|ol|h[1-6]|blockquote|pre|figure|table)\b/i.test(block)
        ? block
        : `<p>${block.replaceAll('\n', '<br />\n')}</p>`,
    )
    .map((block) => `${block}\n`)
    .join('');
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
