// Mutants that no test can notice, each with its reason: the app does the same with them.
import type { Equal } from './score.ts';

/** All of one file: each with the line, what stands in it in place of what, and why nobody meets it. */
const of = (
  file: string,
  ...equals: readonly (readonly [line: string, code: string, replacement: string, reason: string])[]
): readonly Equal[] =>
  equals.map(([line, code, replacement, reason]) => ({ file, line, replaces: [code, replacement], reason }));

const onlyLogged = 'it decides about nothing but a line of the log';
const wordsOfLog = 'what an error is called stands in the log alone: the window has words of its own';
const onlySooner = 'all of the text is looked through where its beginning tells nothing: this decides about time alone';
const onlyForTheCompiler = 'what it guards against cannot be: the check is there for the compiler';

const headOfText = "const head = withoutScripts(withoutComments(source.slice(0, tag < 0 ? beginning : tag)), '');";
const toLine = "if (after.kind !== before.kind) logger.info('The line to a site', { site: siteId, is: sight.kind });";
const asPage =
  "return cause.kind === 'needs-you' && said?.json === undefined && said !== null && doubtfulAsPage.has(cause.reason);";
const askedMs = "const askedMs = sight.kind === 'busy' || sight.kind === 'maintained' ? sight.askedMs : null;";

const forgetEnd = "if (finding.kind === 'found' || finding.kind === 'absent') endedAt.delete(attemptId);";
const siteOfLive = "const siteId = jobTasks.readyAccounts().find((account) => account.id === accountId)?.siteId ?? '';";
const recoverHead =
  'export async function recover(context: RunnerContext, running: (jobId: JobId) => boolean = () => false): Promise<void> {';
const nameOfFile = "const name = file.data.source_url.split(/[?#]/)[0]?.split('/').at(-1) ?? '';";
const inFlightLine = "otherRequests: (accountId) => options.inFlight.of(accounts.siteOf(accountId)?.id ?? ''),";
const rankLine = 'return { place: Number(ahead?.n ?? 0) + 1, of: Number(query(count).get()?.n ?? 0) };';

/** A job's states and the queue on disk. */
const ofQueue: readonly Equal[] = [
  {
    file: 'main/queue/job/page-answer.ts',
    line: "return state.kind === 'needs-you' && state.reason === 'web-page-answer' && state.resume.from !== 'describe';",
    replaces: ["state.kind === 'needs-you'", 'true'],
    reason: 'No other state keeps a reason; the compiler alone has to be told.',
  },
  {
    file: 'main/queue/job/plain-no.ts',
    line: 'return status !== null && status >= 200 && status < 300;',
    replaces: ['status !== null', 'true'],
    reason: 'No status counts as 0, which is no success either; the compiler alone has to be told.',
  },
  {
    file: 'main/queue/progress/eta.ts',
    line: 'if (input.line === null || input.line <= 0) return sites.map(() => null);',
    replaces: ['input.line === null', 'false'],
    reason: 'What was not measured counts as 0, which the next question is about; the compiler alone has to be told.',
  },
  {
    file: 'main/queue/job/schedule.ts',
    line: "if (state.kind !== 'waiting' || state.why !== 'connection-lost' || state.until === null) return false;",
    replaces: ['state.until === null', 'false'],
    reason: 'Without a time none is later than now, which the next line asks for.',
  },
  {
    file: 'main/queue/job/schedule.ts',
    line: 'return dueAt === null ? 0 : Math.min(Math.max(0, dueAt - now), longestMs);',
    replaces: ['dueAt === null', 'false'],
    reason: 'Without a time it would count as due in 1970, which is over too.',
  },
  {
    file: 'main/queue/job/settle-time.ts',
    line: 'if (createdAt === null || attempt.endedAt === null || attempt.siteSkewMs === null) return 0;',
    replaces: ['createdAt === null', 'false'],
    reason: 'Without a time it would count as made in 1970, before any attempt ended, which gives 0 too.',
  },
];

const textStart = "const bare = body.replace(/^\\uFEFF/, '').trimStart();";
const noText = 'return start <= 0 ? null : plainText(bare.slice(0, start)) || null;';
const extension = "return /\\.([a-z0-9]{1,8})$/i.exec(url.split(/[?#]/)[0] ?? '')?.[1]?.toLowerCase() ?? '';";

const untilLine = "while (at < header.length && !letters.includes(header[at] ?? '')) at++;";
const skipLine = "while (at < header.length && letters.includes(header[at] ?? '')) at++;";
const bareLine = "if (name !== '') parameters.push([name, '']);";
const notRelation = 'a parameter without a value is no relation, whatever its name';
const behindEnd = 'behind the end of the header stands no letter, and one place further neither';
const isSameLine = "const isSame = readable === url.hostname || readable === '';";
const scriptsAlone = [
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Thai',
  'Cherokee',
];

/** A site's front page. */
const ofFrontPage: readonly Equal[] = [
  ...of(
    'main/site/connect/named-root.ts',
    [
      "for (const { target, parameters } of linksOf((header ?? '').slice(0, longestHeader))) {",
      "''",
      '"Stryker was here!"',
      'neither of the two texts has a link in it',
    ],
    [
      "if (name !== 'link' || found !== null || !isRelation(attributes.rel ?? '')) return;",
      "''",
      '"Stryker was here!"',
      'neither of the two texts is the relation',
    ],
    [
      'return rel.toLowerCase().split(/\\s+/).includes(relation);',
      '/\\s+/',
      '/\\s/',
      'an empty word between two spaces is no relation',
    ],
    ['if (isOver) return;', 'isOver', 'false', 'a parser that pauses tells only what closes with the last element'],
    ['isOver = true;', 'true', 'false', 'a parser that pauses reads nothing more'],
    ['parser.pause();', 'parser.pause();', ';', 'what is told after the end is not listened to'],
    [
      'for (let at = 0; at < whole.length && !isOver; at += 16_384) parser.write(whole.slice(at, at + 16_384));',
      'at < whole.length',
      'at <= whole.length',
      'behind the end stands nothing to be read',
    ],
    [skipLine, "''", '"Stryker was here!"', onlyForTheCompiler],
    [skipLine, 'at < header.length', 'at <= header.length', behindEnd],
    [untilLine, "''", '"Stryker was here!"', onlyForTheCompiler],
    [untilLine, 'at < header.length', 'true', 'what is looked for counts as met behind the end of the header'],
    [untilLine, 'at < header.length', 'at <= header.length', behindEnd],
    [
      "for (at++; at < header.length && header[at] !== '\"'; at++) {",
      'at < header.length',
      'at <= header.length',
      behindEnd,
    ],
    [
      'const parameters: (readonly [string, string])[] = [];',
      '[]',
      '["Stryker was here"]',
      'its first letter is the name of no parameter that is asked for',
    ],
    [bareLine, "name !== ''", 'true', notRelation],
    [bareLine, "name !== ''", 'false', notRelation],
    [bareLine, "name !== ''", "name === ''", notRelation],
    [bareLine, "''", '"Stryker was here!"', notRelation],
    [bareLine, "[name, '']", '[]', notRelation],
  ),
  ...of(
    'main/site/connect/shown-host.ts',
    [isSameLine, "readable === ''", 'false', 'no host of an address is without letters that can be read'],
    [isSameLine, "''", '"Stryker was here!"', 'no host of an address is without letters that can be read'],
    [
      "if (!shared.test(letter)) found.add(scripts.find(([, expression]) => expression.test(letter))?.[0] ?? 'other');",
      "'other'",
      '""',
      'it only has to be no script that is written together with another',
    ],
    ...scriptsAlone.map(
      (name) =>
        [
          `['${name}', /\\p{Script=${name}}/u],`,
          `'${name}'`,
          '""',
          'it only has to be no script that is written together with another',
        ] as const,
    ),
  ),
];

const emptyLine = "if (bare === '' || /\\s/.test(bare)) return null;";
const withoutHost = 'a scheme alone is no address either';
const tokenParts = 'if (payload === undefined || signature === undefined || more !== undefined) return null;';
const nameOfRoute = `const nameOf = (route: Route): string => (route === 'direct' ? route : \`\${route.kind}://\${route.address}\`);`;
const basicLine = `return \`Basic \${Buffer.from(\`\${login}:\${password.replace(/\\s+/g, '')}\`, 'utf8').toString('base64')}\`;`;

/** Whoever speaks to a site. */
const ofClient: readonly Equal[] = [
  ...of(
    'main/site/client/client.ts',
    [
      "if (cut === 'aborted' || (json === undefined && !isPage)) throw new HttpError(cut, 'The answer was cut off');",
      "'The answer was cut off'",
      '""',
      wordsOfLog,
    ],
    [
      "onAbort = () => reject(new HttpError('aborted', 'The request was stopped', signal.reason));",
      "'The request was stopped'",
      '""',
      wordsOfLog,
    ],
  ),
  ...of(
    'main/site/client/address.ts',
    [emptyLine, "bare === ''", 'false', withoutHost],
    [emptyLine, "''", '"Stryker was here!"', withoutHost],
    [
      '? /^(.*)\\/(?:index\\.php)?$/.exec(pathname)',
      '/^(.*)\\/(?:index\\.php)?$/',
      '/(.*)\\/(?:index\\.php)?$/',
      'all that stands before the end is taken, so that it begins with the path',
    ],
    [
      ': /^(.*)\\/wp-json\\/?$/.exec(pathname);',
      '/^(.*)\\/wp-json\\/?$/',
      '/(.*)\\/wp-json\\/?$/',
      'all that stands before the end is taken, so that it begins with the path',
    ],
    ["return found ? origin + (found[1] ?? '') : null;", "''", '"Stryker was here!"', onlyForTheCompiler],
  ),
  ...of(
    'main/site/client/client.ts',
    [basicLine, '/\\s+/g', '/\\s/g', 'every space is taken out, one by one too'],
    [basicLine, "'utf8'", '""', 'it is the encoding of texts where none is named'],
    [
      "const isPage = /html/i.test(headers['content-type'] ?? '') || (status >= 300 && status <= 399);",
      "''",
      '"Stryker was here!"',
      'neither of the two texts is the type of a page',
    ],
    [
      'throwIfCut(answer, answer.cut === null ? undefined : readAnswer(answer, clock.now()).json);',
      'answer.cut === null',
      'false',
      'saves the reading: of an answer that was not cut off nothing is asked',
    ],
  ),
  ...of('main/site/client/text.ts', [
    "return decode(raw, { scope: 'body' });",
    "{ scope: 'body' }",
    '{}',
    'it is the scope where none is named',
  ]),
  ...of('main/site/client/token-credential.ts', [
    tokenParts,
    'payload === undefined',
    'false',
    'without a second part there is no third one',
  ]),
];

const passwordPageLine =
  'const passwordPage = isSafe && named !== undefined && own !== null && liesBelow(named, own) ? named : null;';

/** A site's answers. */
const ofSite: readonly Equal[] = [
  ...of(
    'main/site/connect/discover.ts',
    [
      "if (page.protocol !== 'https:' || url.protocol !== 'http:' || url.host !== page.host) return null;",
      "url.protocol !== 'http:'",
      'false',
      'a root over https is the same over https, and each is asked once',
    ],
    [
      "return url.href.replace('rest_route=%2F', 'rest_route=/');",
      "'rest_route=/'",
      '""',
      'a root that a page names has its slash already',
    ],
    ['namespaces: [],', '[]', '["Stryker was here"]', 'no way to sign in of today looks at these names'],
    ["const [address = '', query = ''] = url.split('?', 2);", "''", '"Stryker was here!"', onlyForTheCompiler],
    [
      'throw new CannotConnect(whyNoIndex(front.answer, lastSaid), lastSaid?.message ?? null);',
      'lastSaid?.message',
      'lastSaid.message',
      'the own host is asked in any case, and says something or ends the search',
    ],
    [
      "if (front.status === 503 || index?.status === 503) return 'maintenance';",
      'index?.status',
      'index.status',
      'the own host is asked in any case, and says something or ends the search',
    ],
    [
      "if (announced && index?.webPage) return 'html-instead';",
      'index?.webPage',
      'index.webPage',
      'the own host is asked in any case, and says something or ends the search',
    ],
    [
      'if (other === null || !(first instanceof HttpError || first.answer.status === 400)) return first as Followed;',
      'other === null',
      'false',
      'where nothing else may have been meant nothing else can be asked, and the first answer stands',
    ],
    ...(
      [
        ['named !== undefined', 'true'],
        ['own !== null', 'true'],
      ] as const
    ).map(([code, replacement]) => [passwordPageLine, code, replacement, onlyForTheCompiler] as const),
    [
      'const browser = passwordPage !== null && own !== null && sameSite(index.home, own) && sameSite(index.url, own);',
      'own !== null',
      'true',
      onlyForTheCompiler,
    ],
  ),
  ...of(
    'main/site/connect/prove-sign-in.ts',
    [
      "return /\\bPOST\\b/.test(said.headers.allow ?? '');",
      "''",
      '"Stryker was here!"',
      'neither of the two texts names POST',
    ],
    [
      'if (error instanceof HttpError || error instanceof CannotConnect) throw cannotConnect(error);',
      'error instanceof HttpError || error instanceof CannotConnect',
      'true',
      'any other failure is thrown on there as well',
    ],
    [
      'const mayBeStripped = tokens && header === usualHeader;',
      'header === usualHeader',
      'true',
      'every method of today goes in the usual header',
    ],
    [
      'async (said) => otherwise(said),',
      'async (said) => otherwise(said)',
      '() => undefined',
      'whether one may upload is only asked, which never ends with a refusal',
    ],
    [
      "if (said.code !== null && wrongCredentials.test(said.code)) return new CannotConnect('wrong-account-password');",
      'said.code !== null',
      'true',
      onlyForTheCompiler,
    ],
  ),
  ...of(
    'main/site/connect/tokens.ts',
    [
      "if (!mayCarrySecret(new URL(root))) throw new HttpError('protocol', 'A password may not be sent to this address');",
      "'A password may not be sent to this address'",
      '""',
      wordsOfLog,
    ],
    [
      "const found = /(?:^|[,\\s])refresh_token=([^;,\\s]+)/i.exec(header ?? '');",
      "''",
      '"Stryker was here!"',
      'neither of the two texts has the cookie in it',
    ],
    [
      "const [attributes = ''] = (header ?? '').slice(found.index + found[0].length).split(/,\\s*[\\w-]+=/, 1);",
      "''",
      '"Stryker was here!"',
      onlyForTheCompiler,
    ],
  ),
  ...ofClient,
  ...ofFrontPage,
  ...of(
    'main/site/connect/inspect-site.ts',
    [
      'const arrives = people.find((_, place) => seen[place]?.me != null)?.client ?? null;',
      'seen[place]?.me',
      'seen[place].me',
      onlyForTheCompiler,
    ],
    [
      'uploadRoute === false ? await quietly(findUploadRoute(calls, client, found.index?.namespaces ?? []), null) : null;',
      '[]',
      '["Stryker was here"]',
      'only names that end in v1 are asked for an upload route',
    ],
    [
      'skewMs: seen.find(({ me }) => me !== null)?.me?.skewMs ?? found.skewMs,',
      'seen.find(({ me }) => me !== null)?.me?.skewMs',
      'seen.find(({ me }) => me !== null)?.me.skewMs',
      onlyForTheCompiler,
    ],
    [
      textStart,
      "body.replace(/^\\uFEFF/, '').trimStart()",
      "body.replace(/^\\uFEFF/, '').trimEnd()",
      'spaces alone are no text before the data, and there is data behind them',
    ],
    [noText, 'start <= 0', 'false', 'data that was read begins like data, and before its first letter stands nothing'],
    [noText, 'start <= 0', 'start < 0', 'before the first letter stands nothing, which is no text'],
    [
      'const tokens = header === usualHeader && (index?.namespaces.includes(tokenNamespace) ?? site.ways.token);',
      'header === usualHeader',
      'true',
      'every method of today goes in the usual header',
    ],
    [
      "if (said.code !== null && refusedCodes.has(said.code)) return told('password-refused');",
      'said.code !== null',
      'true',
      onlyForTheCompiler,
    ],
    [
      "const [username, password] = passwordIn(client.authorization ?? '');",
      "''",
      '"Stryker was here!"',
      onlyForTheCompiler,
    ],
    [
      "const text = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString('utf8');",
      '/^Basic /',
      '/Basic /',
      'behind the word stand letters without any space',
    ],
    [
      'const list = Array.isArray(said.json) ? (said.json as unknown[]) : [];',
      '[]',
      '["Stryker was here"]',
      'a word in the list is as little of a file as nothing',
    ],
    [extension, "''", '"Stryker was here!"', onlyForTheCompiler],
    [
      extension,
      "/\\.([a-z0-9]{1,8})$/i.exec(url.split(/[?#]/)[0] ?? '')?.[1]?.toLowerCase",
      "/\\.([a-z0-9]{1,8})$/i.exec(url.split(/[?#]/)[0] ?? '')?.[1].toLowerCase",
      onlyForTheCompiler,
    ],
  ),
  ...of(
    'main/site/content/field-codecs.ts',
    ...['true', 'false', 'source.length < beginning', 'source.length > beginning'].map(
      (replacement) =>
        [
          'if (source.length <= beginning) return isWord(source);',
          'source.length <= beginning',
          replacement,
          onlySooner,
        ] as const,
    ),
    [headOfText, 'tag < 0', 'false', onlySooner],
    [headOfText, 'source.slice(0, tag < 0 ? beginning : tag)', 'source', onlySooner],
    ...(
      [
        ['!value || value.length > longestDate', 'false'],
        ['value.length > longestDate', 'false'],
        ['value.length > longestDate', 'value.length >= longestDate'],
      ] as const
    ).map(
      ([code, replacement]) =>
        [
          'if (!value || value.length > longestDate) return null;',
          code,
          replacement,
          'nothing, and a text longer than a hundred characters, is no moment to what reads it next either',
        ] as const,
    ),
  ),
  ...of(
    'main/site/content/form.ts',
    ["if (name === '') return false;", "name === ''", 'false', 'a zone without a name is none to the calendar either'],
    [
      "if (name === '') return false;",
      "''",
      '"Stryker was here!"',
      'neither of the two names is a zone to the calendar either',
    ],
    ['} catch {', '{ return false; }', '{}', 'nothing is as little of a yes as false'],
    [
      'methods: listOf(z.string(), 20).catch([]),',
      '[]',
      '["Stryker was here"]',
      'neither of the two lists has POST in it',
    ],
  ),
  ...of('main/site/content/bring-text.ts', [
    'return video.formatted || video.cut || description === undefined ? others : { ...others, description };',
    'description === undefined',
    'false',
    onlyForTheCompiler,
  ]),
  ...of(
    'main/site/content/item-values.ts',
    [
      "return detail === 'commentsOpen' ? 'comment_status' : (taxonomyIn(detail) ?? []);",
      '[]',
      '["Stryker was here"]',
      onlyForTheCompiler,
    ],
    ['const isTyped = field?.raw !== undefined;', 'field?.raw', 'field.raw', onlyForTheCompiler],
    ...[
      'return lineOf(text, isTyped && !besides.formatted && besides.cut !== true);',
      '...(before.description === undefined ? {} : { description: lineOf(description, !formatted && cut !== true) }),',
    ].flatMap((line) => {
      const isCut = line.startsWith('return') ? 'besides.cut !== true' : 'cut !== true';
      const longer = 'what is held as its beginning is longer than a row shows, and is not whole for that';
      return [
        [line, isCut, 'true', longer],
        [line, 'true', 'false', longer],
      ] as const;
    }),
  ),
  ...of(
    'main/site/content/lacks.ts',
    [
      "if (lack === 'poster') return true;",
      "lack === 'poster'",
      'false',
      'of a taxonomy without a name no video has terms either',
    ],
    ["if (lack === 'poster') return true;", "'poster'", '""', 'of a taxonomy without a name no video has terms either'],
    [
      'return read.success && read.data[taxonomy]?.length === 0;',
      'read.data[taxonomy]?.length',
      'read.data[taxonomy].length',
      onlyForTheCompiler,
    ],
    [
      'const pictureSchema = z.looseObject({ featured_media: z.number().int() });',
      '{ featured_media: z.number().int() }',
      '{}',
      'only a number that is 0 counts, which is asked for next',
    ],
  ),
  ...of(
    'main/site/content/lists.ts',
    [
      '...detailFields(query.details ?? [], context),',
      '[]',
      '["Stryker was here"]',
      'no field of a record is asked for by a name that is no detail',
    ],
    [
      "mime_type: z.string().max(200).catch(''),",
      "''",
      '"Stryker was here!"',
      'neither of the two texts is the type of a video',
    ],
    [nameOfFile, "''", '"Stryker was here!"', onlyForTheCompiler],
    [
      nameOfFile,
      'file.data.source_url.split(/[?#]/)[0]?.split',
      'file.data.source_url.split(/[?#]/)[0].split',
      onlyForTheCompiler,
    ],
  ),
  ...of(
    'main/site/content/merge-fields.ts',
    [
      'if (own === undefined || sameValue(field, own, other)) continue;',
      'own === undefined',
      'false',
      onlyForTheCompiler,
    ],
    [
      "const byDelta = draft.termChanges?.[taxonomyOf(field) ?? ''] !== undefined;",
      "''",
      '"Stryker was here!"',
      'no taxonomy has either of the two names',
    ],
  ),
  ...of('main/site/content/media.ts', [
    "const range = /^bytes (\\d+)-(\\d+)\\/(\\d+|\\*)$/.exec(headers['content-range'] ?? '');",
    "''",
    '"Stryker was here!"',
    'neither of the two texts is a range',
  ]),
  ...of(
    'main/site/content/pictures.ts',
    [
      'for (const json of Array.isArray(said.json) ? (said.json as unknown[]) : []) {',
      '[]',
      '["Stryker was here"]',
      'a word in the list is as little of a picture as nothing',
    ],
    [
      '(size) => sizeSchema.safeParse(size).data ?? [],',
      '[]',
      '["Stryker was here"]',
      'a word among the sizes has no width, and is none that fits',
    ],
  ),
  ...of(
    'main/site/content/term-names.ts',
    ['.split(/[&<>"\'’‘“”]+/)', '/[&<>"\'’‘“”]+/', '/[&<>"\'’‘“”]/', 'between two signs nothing is the longest part'],
    [
      ".reduce((longest, part) => (part.trim().length > longest.length ? part.trim() : longest), '');",
      'part.trim().length > longest.length',
      'part.trim().length >= longest.length',
      'of two parts that are equally long either is in the name',
    ],
    [
      "return (byName.get(steps.at(-1) ?? '') ?? []).filter((term) => isAt(term, steps));",
      "''",
      '"Stryker was here!"',
      onlyForTheCompiler,
    ],
  ),
  ...of(
    'main/site/content/terms.ts',
    [
      'const data = (said.json as { data?: { term_id?: unknown } } | null)?.data;',
      '(said.json as { data?: { term_id?: unknown } } | null)?.data',
      '(said.json as { data?: { term_id?: unknown; }; } | null).data',
      onlyForTheCompiler,
    ],
    [
      "return toldWhole(String(data?.term_id ?? '')) || null;",
      "''",
      '"Stryker was here!"',
      'neither of the two texts is a number',
    ],
  ),
  ...of('main/site/content/trash.ts', [
    "if (said.code !== null && /^rest_cannot_(delete|edit|publish)|^rest_forbidden/.test(said.code)) return 'not-allowed';",
    'said.code !== null',
    'true',
    onlyForTheCompiler,
  ]),
  ...of('main/site/store/form-store.ts', [
    'if (!row) return [];',
    '!row',
    'false',
    'the numbers of a row that is not there cannot be read either',
  ]),
  ...of(
    'main/site/content/taxonomies.ts',
    [
      '...fieldIds.map((field) => fields[field].wire.name),',
      '(field) => fields[field].wire.name',
      '() => undefined',
      'each field of today has a name of core, and these are all written down below it',
    ],
    [
      '_method _fields _embed _envelope _jsonp _locale _wpnonce __proto__`.split(/\\s+/),',
      '/\\s+/',
      '/\\s/',
      'the empty names between two spaces are no plain names anyway',
    ],
  ),
];

/** The proof, and what uploads do. */
const ofProof: readonly Equal[] = [
  {
    file: 'main/features/uploads/known-copy.ts',
    line: 'if (known !== null && other.sha256 === null) await store.write(() => ledger.rememberRead(other, known));',
    replaces: ['known !== null && other.sha256 === null', 'true'],
    reason: 'Saves a write: the ledger never puts another hash in the place of one, nor nothing.',
  },
  {
    file: 'main/features/uploads/known-copy.ts',
    line: 'if (known !== null && other.sha256 === null) await store.write(() => ledger.rememberRead(other, known));',
    replaces: ['known !== null && other.sha256 === null', 'known !== null || other.sha256 === null'],
    reason: 'Saves a write: the ledger never puts another hash in the place of one, nor nothing.',
  },
  {
    file: 'main/features/uploads/known-copy.ts',
    line: 'if (known !== null && other.sha256 === null) await store.write(() => ledger.rememberRead(other, known));',
    replaces: ['known !== null', 'true'],
    reason: 'Saves a write: the ledger never puts another hash in the place of one, nor nothing.',
  },
  {
    file: 'main/features/uploads/known-copy.ts',
    line: 'if (known !== null && other.sha256 === null) await store.write(() => ledger.rememberRead(other, known));',
    replaces: ['other.sha256 === null', 'true'],
    reason: 'Saves a write: the ledger never puts another hash in the place of one, nor nothing.',
  },
  {
    file: 'main/features/proof/confirm-duplicate.ts',
    line: 'if (!first || !second) return null;',
    replaces: ['!first || !second', 'false'],
    reason: 'For the compiler: the loop before has given back already where one is missing.',
  },
  {
    file: 'main/features/proof/confirm-duplicate.ts',
    line: 'if (!first || !second) return null;',
    replaces: ['!first || !second', '!first && !second'],
    reason: 'For the compiler: the loop before has given back already where one is missing.',
  },
  {
    file: 'main/features/proof/rivals.ts',
    line: "if (point.from !== 'look') return [];",
    replaces: ["point.from !== 'look'", 'false'],
    reason: 'For the compiler: where no attempt is named, none of that id is found, and the list is as empty.',
  },
  {
    file: 'main/features/uploads/tasks/failure-cause.ts',
    line: "const isGone = cause.kind === 'needs-you' && goneReasons.has(cause.reason);",
    replaces: ["cause.kind === 'needs-you'", 'true'],
    reason: 'For the compiler: no other cause has a reason, and none is no reason of these.',
  },
  ...of(
    'main/features/proof/compare-account.ts',
    [
      'last === null ? Number.NEGATIVE_INFINITY : Math.min(last, begun) - overlapMs,',
      'last === null',
      'false',
      'without a time it counts as 1970, before anything was sent',
    ],
    [
      "const taken = store.takenVideos(accountId, '');",
      "''",
      '"Stryker was here!"',
      'it only has to be the id of no clip',
    ],
    [
      'fileNames: [...new Set([...(before?.fileNames ?? []), ...one.fileNames])],',
      '[]',
      '["Stryker was here"]',
      'it only has to be a name under which nothing was sent',
    ],
    ['const files: StoredFile[] = [];', '[]', '["Stryker was here"]', 'what has no size is nobody’s copy'],
  ),
  ...of(
    'main/features/proof/find-video.ts',
    [
      "found.filter(({ sampled }) => sampled === 'different').map(({ file }) => file);",
      "found.filter(({ sampled }) => sampled === 'different')",
      'found',
      'asked only where each of them differs or was turned down, and those are left out anyway',
    ],
    [
      "found.filter(({ sampled }) => sampled === 'different').map(({ file }) => file);",
      "sampled === 'different'",
      'true',
      'asked only where each of them differs or was turned down, and those are left out anyway',
    ],
    [
      "if (state.kind !== 'unclear' || !state.saidYes) return false;",
      "state.kind !== 'unclear'",
      'false',
      'no other state says that the site said yes',
    ],
    [
      'if (siteSkewMs === null || endedAt === null || createdAt === null) return true;',
      'createdAt === null',
      'false',
      'without a date it counts as 1970, before any attempt ended',
    ],
    [
      'refused: new Set(attempts.flatMap(({ rejectedVideoIds }) => rejectedVideoIds ?? [])),',
      '[]',
      '["Stryker was here"]',
      'it only has to name no video',
    ],
    [
      'if (file === null || file.videoId === null || file.bytes !== job.clip.identity.size) return null;',
      'file.videoId === null',
      'false',
      'no video is nobody’s, and is given as none',
    ],
  ),
];

const onlyAnIndex = 'it chooses the index: the same is found without it, only later';
const onceMore = 'the same is read from the disk once more';
const oneRow = 'such a question is always answered with one row';
const callsLine = `const calls = indexed.includes(kind) ? \`\${isOneOf(indexed)} AND \` : '';`;
const notFoundLine = "const indexed: readonly JobStateKind[] = ['unclear', 'needs-you', 'cancelled'];";
const keptLine = "const mayHaveArrived = kindsThat(({ resume }) => resume === 'look' || resume === 'kept');";
const allKeptIndexed = 'every state that keeps where it goes on stands in the index';
const wholeLine = "return state?.kind !== 'needs-you' || state.reason !== 'entry-damaged';";
const noSuchFile = 'no file of a site is called so';

/** What is kept of the queue on the disk, and how it is asked for. */
const ofStore: readonly Equal[] = [
  ...of(
    'main/queue/store/due-jobs.ts',
    [
      "const indexed: readonly RequestKind[] = ['unclear', 'describing'];",
      "['unclear', 'describing']",
      '[]',
      onlyAnIndex,
    ],
    ["const indexed: readonly RequestKind[] = ['unclear', 'describing'];", "'unclear'", '""', onlyAnIndex],
    ["const indexed: readonly RequestKind[] = ['unclear', 'describing'];", "'describing'", '""', onlyAnIndex],
    [callsLine, `\`\${isOneOf(indexed)} AND \``, '``', onlyAnIndex],
    [callsLine, "''", '"Stryker was here!"', 'every kind that is asked about stands in the index'],
    ...(['true', 'again.length <= limit'] as const).map(
      (replacement) =>
        [
          'const rest = again.length < limit ? due.all(accountId, now, limit) : again;',
          'again.length < limit',
          replacement,
          'it saves a question: as many as are wanted are the first ones of all',
        ] as const,
    ),
    ["kind === 'unclear'", "kind === 'unclear'", 'false', 'looks always have a time: none is found without one'],
    ["kind === 'unclear'", "'unclear'", '""', 'looks always have a time: none is found without one'],
  ),
  ...of(
    'main/queue/store/job-rows.ts',
    ['return row?.n == null ? null : Number(row.n);', 'row?.n', 'row.n', oneRow],
    [
      'if (row) saveJob(read(row));',
      'row',
      'true',
      'what is gone by then fails in a write of its own, of which nobody hears',
    ],
    [
      "const mayBeToSend = kindsThat(({ resume }) => resume === 'kept');",
      "resume === 'kept'",
      'true',
      'in no other state is it written down where it goes on',
    ],
  ),
  ...of(
    'main/queue/store/ledger.ts',
    ['.flatMap((row) => jobOf(row) ?? []),', '[]', '["Stryker was here"]', onlyForTheCompiler],
    ['const state = store.job(id)?.state;', 'store.job(id)?.state', 'store.job(id).state', onlyForTheCompiler],
    [
      wholeLine,
      "state?.kind !== 'needs-you'",
      'false',
      'no other state has a reason; the compiler alone has to be told',
    ],
    [wholeLine, 'state?.kind', 'state.kind', onlyForTheCompiler],
  ),
  ...of('main/queue/store/rows.ts', [
    "'unclear',",
    "'unclear'",
    '""',
    'an end that cannot be read counts as this very one',
  ]),
  ...of(
    'main/queue/store/empty-answers.ts',
    [
      'let next = { writes: -1, from: 0, at: null as WallMs | null };',
      '{ writes: -1, from: 0, at: null as WallMs | null }',
      '{}',
      'no number of writes at all is none that there was either',
    ],
    [
      'came.set(kind, (came.get(kind) ?? 0) + 1);',
      '(came.get(kind) ?? 0) + 1',
      '(came.get(kind) ?? 0) - 1',
      'it only has to be another number each time',
    ],
  ),
  ...of('main/queue/store/group-commit.ts', [
    "sql.exec('RELEASE one');",
    "'RELEASE one'",
    '""',
    'the last one of that name is gone back to, and the commit releases all of them',
  ]),
  ...of(
    'main/queue/store/list.ts',
    [
      `tuple(keys.map((_, at) => (at === 0 && collate ? \`? COLLATE \${collate}\` : '?')));`,
      'at === 0',
      'true',
      'the keys behind the first are numbers, which are compared alike by any collation',
    ],
    [
      `keys.map((key, at) => \`\${key}\${at === 0 && collate ? \` COLLATE \${collate}\` : ''}\${direction}\`).join(', ');`,
      'at === 0',
      'true',
      'the keys behind the first are numbers, which are compared alike by any collation',
    ],
    [
      'if (offset < blockRows || offset >= total) return read(filter, order, offset, limit);',
      'offset < blockRows',
      'offset <= blockRows',
      'the same rows are read, from the beginning or from the second block',
    ],
    ['if (end <= 0) return [];', 'end <= 0', 'end < 0', 'right behind the end no rows are read'],
    [
      'if (offset < blockRows) {',
      'offset < blockRows',
      'offset <= blockRows',
      'the same rows are read, from this end or from the other',
    ],
    ['const n = Number(before?.n);', 'before?.n', 'before.n', oneRow],
    ['return begin !== from;', 'begin !== from', 'false', 'the same row is reached by the longer walk, this one time'],
    [
      'if (n < 2 * blockRows || !sql.transaction(() => cut(order, filter, from, n)))',
      '2 * blockRows',
      '2 / blockRows',
      'a block is cut as soon as it is one row too long, and the same rows are found by more of them',
    ],
    [
      'if (before + Number(row.n) > offset) return true;',
      'before + Number(row.n) > offset',
      'before + Number(row.n) >= offset',
      'the first row of a block is reached from the block before it, too',
    ],
    ['const n = Number(found?.n ?? 0);', 'found?.n', 'found.n', onlyForTheCompiler],
    [
      'if (n < 2 * blockRows || !sql.transaction(() => cut(order, filter, from, n)))',
      'n < 2 * blockRows',
      'false',
      'it only says from when on a block is cut: the rows are the same',
    ],
  ),
  ...of('main/queue/store/newer-versions.ts', [
    "const text = query('SELECT draft FROM newer_versions WHERE job_id = ?').get(jobId)?.draft;",
    "query('SELECT draft FROM newer_versions WHERE job_id = ?').get(jobId)?.draft",
    "query('SELECT draft FROM newer_versions WHERE job_id = ?').get(jobId).draft",
    'it is asked only about what was noted, right after its user chose',
  ]),
  ...of(
    'main/queue/store/other-jobs.ts',
    [notFoundLine, "['unclear', 'needs-you', 'cancelled']", '[]', onlyAnIndex],
    ...(['unclear', 'needs-you', 'cancelled'] as const).map(
      (kind) => [notFoundLine, `'${kind}'`, '""', onlyAnIndex] as const,
    ),
    [keptLine, "resume === 'kept'", 'false', allKeptIndexed],
    [keptLine, "'kept'", '""', allKeptIndexed],
  ),
  ...of(
    'main/queue/store/rebuilds.ts',
    ['if (known) return known;', 'known', 'false', onceMore],
    ['sizeless.set(accountId, made);', 'sizeless.set(accountId, made);', ';', onceMore],
    ['if (since === undefined) {', 'since === undefined', 'true', onceMore],
    ['since = row?.at == null ? null : Number(row.at);', 'row?.at', 'row.at', oneRow],
    [
      "if (at === null || query('SELECT 1 FROM rebuilds WHERE marked = 0 LIMIT 1').get() === undefined) return;",
      'at === null',
      'false',
      'where no list was rebuilt there is none to be marked',
    ],
    ['if (!job) continue;', '!job', 'false', onlyForTheCompiler],
    [
      `Number(query(\`SELECT COUNT(*) AS n FROM \${table}\`).get()?.n ?? 0);`,
      `query(\`SELECT COUNT(*) AS n FROM \${table}\`).get()?.n`,
      `query(\`SELECT COUNT(*) AS n FROM \${table}\`).get().n`,
      oneRow,
    ],
    ['if (videoId === null) continue;', 'videoId === null', 'false', 'the table takes no file without a video'],
    [
      "const named = new Set(nameKeys({ title: fileName.replace(/\\.[^.]*$/, ''), sourceUrl: '' }));",
      "''",
      '"Stryker was here!"',
      noSuchFile,
    ],
  ),
  ...of('main/queue/store/refusal-queries.ts', [
    "const refused = [...(tooLargeFrom === null ? [] : ['size >= ?']), ...isOfKinds(refusedExtensions)];",
    'tooLargeFrom === null',
    'false',
    'no size is as large as none',
  ]),
  ...of('main/queue/store/site-files.ts', [
    "const named = nameKeys({ title: fileName.replace(/\\.[^.]*$/, ''), sourceUrl: '' });",
    "''",
    '"Stryker was here!"',
    noSuchFile,
  ]),
  ...of(
    'main/queue/store/brought-clips.ts',
    [
      "export const broughtBegin: BroughtPlace = { accountId: '', size: 0, sha256: '' };",
      "''",
      '"Stryker was here!"',
      'behind a clip of no bytes come all others, as there is none',
    ],
    [": { of: 'brought', size: 0, sha256: '' };", "'brought'", '""', 'what is not of the list was brought over'],
    [
      ": { of: 'brought', size: 0, sha256: '' };",
      "''",
      '"Stryker was here!"',
      'behind a clip of no bytes come all others, as there is none',
    ],
    [
      "return { clips, unread: 0, next: last ? { of: 'brought', size: last.size, sha256: last.sha256 } : null };",
      "'brought'",
      '""',
      'what is not of the list was brought over',
    ],
  ),
];

const openOfNone = "open = { access: '', device: '', inode: '' };";
const noSuchOpen = 'no such access is one to write, and no file has such a device or inode';
const alsoAgain = "the walk asks for 'first', 'new' and 'anew' by name alone, or for what is not 'first'";

/** What is heard of folders, and who writes. */
const ofWatching: readonly Equal[] = [
  ...of('main/adapters/changed-names.ts', [
    'for (let at = 0; at < all.length && !isOver(); at += abreast)',
    'at < all.length',
    'at <= all.length',
    'one more group, with nothing in it',
  ]),
  ...of('main/adapters/heard-together.ts', [
    'let isLost = false;',
    'false',
    'true',
    'it is asked only after something was lost',
  ]),
  ...of(
    'main/adapters/lsof-writers.ts',
    [`let ${openOfNone}`, "{ access: '', device: '', inode: '' }", '{}', noSuchOpen],
    [`let ${openOfNone}`, "''", '"Stryker was here!"', noSuchOpen],
    [openOfNone, "{ access: '', device: '', inode: '' }", '{}', noSuchOpen],
    [openOfNone, "''", '"Stryker was here!"', noSuchOpen],
    [
      "open.device = /^0x[\\da-f]+$/i.test(value) ? BigInt(value).toString() : '';",
      "''",
      '"Stryker was here!"',
      'no file has such a device',
    ],
    [
      "['-w', '-n', '-P', '+c', '0', '-F', 'pcaDi', '--', ...names],",
      "'--'",
      '""',
      'paths are absolute, so that none looks like an option, and an empty name is open nowhere',
    ],
  ),
  ...of(
    'main/adapters/tree-watcher.ts',
    ["let rootId = '';", "''", '"Stryker was here!"', 'it is set before anything can be heard'],
    ["if (recursive) walk.look(folder, 'again');", "'again'", '""', alsoAgain],
    ["walk.watchAgain(known, 'again');", "'again'", '""', alsoAgain],
    [
      'const now = await stat(root).then(idOf, () => null);',
      '() => null',
      '() => undefined',
      'neither is the id of a folder',
    ],
  ),
];

export const equals: readonly Equal[] = [
  ...ofWatching,
  ...of('main/adapters/updates/ed25519.ts', [
    "return verify(null, Buffer.from(text, 'utf8'), known, Buffer.from(signature, 'base64'));",
    "'utf8'",
    '""',
    'Node takes an encoding without a name for UTF-8',
  ]),
  ...of('main/adapters/updates/try-program.ts', [
    "child.stdout.setEncoding('utf8');",
    "'utf8'",
    '""',
    'Node takes an encoding without a name for UTF-8',
  ]),
  ...ofQueue,
  ...ofStore,
  ...ofSite,
  ...ofProof,
  ...of('main/hosts/circuit-store.ts', [
    "const reasonSchema = z.enum(['site-busy', 'site-maintenance', 'uploads-blocked', 'uploads-unsure', 'site-blocked']);",
    "'site-busy'",
    '""',
    'a reason that cannot be read is taken for this very one',
  ]),
  ...of(
    'main/hosts/guarded-http.ts',
    [
      "const isPage = status >= 400 && /html/i.test(headers['content-type'] ?? '');",
      "''",
      '"Stryker was here!"',
      'neither of the two texts is the type of a page',
    ],
    [
      "const why = circuits.of(host)?.why === 'site-maintenance' ? 'site-maintenance' : 'site-busy';",
      'circuits.of(host)?.why',
      'circuits.of(host).why',
      onlyForTheCompiler,
    ],
  ),
  ...of(
    'main/hosts/reachability.ts',
    [askedMs, "sight.kind === 'busy' || sight.kind === 'maintained'", 'true', 'no other sight names a time'],
    [
      "return line.kind === 'down' && line.looks >= toldFrom;",
      "line.kind === 'down'",
      'true',
      'no other line counts its looks',
    ],
  ),
  ...of(
    'main/hosts/reachability-monitor.ts',
    [asPage, "cause.kind === 'needs-you'", 'true', 'no other cause that gets here has a reason'],
    [toLine, 'after.kind !== before.kind', 'true', onlyLogged],
    [toLine, 'after.kind !== before.kind', 'false', onlyLogged],
    [toLine, 'after.kind !== before.kind', 'after.kind === before.kind', onlyLogged],
  ),
  ...of(
    'main/ingest/container-end.ts',
    [
      'if (size < tailBytes) return false;',
      'size < tailBytes',
      'size <= tailBytes',
      'a file of just this size begins with its magic, so that its tail is not all zeros',
    ],
    [
      'for (let at = 30; at + 24 <= head.length; ) {',
      'at + 24 <= head.length',
      'at + 24 < head.length',
      'an object whose head is all that is left of the file says nothing of its size',
    ],
    [
      'const at = 16 + (first < 0x80 ? 1 : 1 + (first & 0x7f));',
      'first < 0x80',
      'first <= 0x80',
      'a length that is said in no further bytes is as short as one that is said at once',
    ],
  ),
  ...of(
    'main/ingest/stored-rules.ts',
    [
      "if (typeof stored !== 'object' || stored === null) return stored;",
      "typeof stored !== 'object'",
      'false',
      'what is no object has the rules of no generation, and is given back as it is',
    ],
    [
      'for (let generation = 0; generation < latestGeneration; generation++) {',
      'generation < latestGeneration',
      'generation <= latestGeneration',
      'rules of the latest generation are complete already',
    ],
  ),
  ...of('main/ingest/observe.ts', [
    'const beside = await files.stat(companion).catch(() => null);',
    '() => null',
    '() => undefined',
    'either says that nothing lies there',
  ]),
  ...of('main/ingest/readiness.ts', [
    "const key = seen.kind === 'file' ? seen.key : '';",
    "''",
    '"Stryker was here!"',
    'it only has to be no key of a file',
  ]),
  ...of('main/ingest/rechecks.ts', ['let again = false;', 'false', 'true', 'each check begins with it']),
  ...of(
    'main/ingest/walk.ts',
    ["const place = stat.kind === 'folder' ? '' : path;", "''", '"Stryker was here!"', 'it only has to be no path'],
    [
      'if (name !== null && isMachineFolder(name)) return;',
      'name !== null',
      'true',
      'a start has no name, and none is no name of such a folder',
    ],
    [
      'for (let at = 0; at < names.length; at += abreast) {',
      'at < names.length',
      'at <= names.length',
      'the group behind the last one is empty',
    ],
    [
      'if (stat && name !== undefined) await visit(join(folder, name), name, stat, depth + 1);',
      'name !== undefined',
      'true',
      onlyForTheCompiler,
    ],
  ),
  ...of('main/queue/runner/blocked-clips.ts', [
    'if (jobIds.length === 0) return;',
    'jobIds.length === 0',
    'false',
    'of no clips nothing is noted',
  ]),
  ...of('main/queue/runner/describe.ts', [
    "const cause = result.kind === 'failed' || result.kind === 'older-failed' ? result.cause : null;",
    "result.kind === 'failed' || result.kind === 'older-failed'",
    'true',
    onlyForTheCompiler,
  ]),
  ...of(
    'main/queue/runner/dispatcher.ts',
    ['quietTimes++;', 'quietTimes++', 'quietTimes--', 'it is only asked whether it is the number that it was'],
    ["const host = jobTasks.hostOf(accountIds[0] ?? '');", "''", '"Stryker was here!"', onlyForTheCompiler],
    [
      'const accountIds = ways.probed.filter((one) => one.host === host).map(({ accountId }) => accountId);',
      'ways.probed.filter((one) => one.host === host)',
      'ways.probed',
      'the clips that tell of a host are those of its own accounts',
    ],
    [
      'const accountIds = ways.probed.filter((one) => one.host === host).map(({ accountId }) => accountId);',
      'one.host === host',
      'true',
      'the clips that tell of a host are those of its own accounts',
    ],
    [
      "if (context.circuits.stateOf(uploads) === 'open' || isProbed(picking, uploads)) return false;",
      'false',
      'true',
      'whoever asks next finds it open, or with its probe on the way, too',
    ],
    ['return true;', 'true', 'false', 'whoever asks next finds the probe on its way'],
    ['if (lanes === 0) continue;', 'lanes === 0', 'false', 'in no lanes nothing begins'],
    ['if (ready.length === 0) continue;', 'ready.length === 0', 'false', 'of no clips that are ready none begins'],
    [': [];', '[]', '["Stryker was here"]', 'what has no place in the queue stands before none'],
    [
      'if (context.blockedClips.of(host).length === 0) return;',
      'context.blockedClips.of(host).length === 0',
      'false',
      'of no clips none is found to go ahead',
    ],
    ['trying.add(host);', 'trying.add(host);', ';', 'until one is written down as going the same one is found again'],
  ),
  ...of(
    'main/queue/runner/job-tasks.ts',
    [
      "return verdict.kind === 'failed' ? verdict.cause : null;",
      "verdict.kind === 'failed'",
      'true',
      onlyForTheCompiler,
    ],
    [
      "if (cause.kind === 'retry' && cause.why === 'clip-busy') return 'clip-in-use';",
      "cause.kind === 'retry'",
      'true',
      onlyForTheCompiler,
    ],
    [
      "const saidYes = isAnsweredYes({ status }) && cause.kind === 'retry' && cause.why === 'connection-lost';",
      "cause.kind === 'retry'",
      'true',
      onlyForTheCompiler,
    ],
  ),
  ...of(
    'main/queue/runner/recover.ts',
    [
      'await applyToTimed(store, clock.now() + longestBackOffMs, ({ accountId }) => ({',
      'clock.now() + longestBackOffMs',
      'clock.now() - longestBackOffMs',
      'a time that is near enough is left as it is by what happens to it',
    ],
    [recoverHead, '() => false', '() => undefined', 'either says that none runs'],
    [
      "if (state.kind === 'unclear') knownEnd(context, state, store.attempt(state.attemptId));",
      "state.kind === 'unclear'",
      'true',
      onlyForTheCompiler,
    ],
    [
      "if (!recordOf(state).runs || !('attemptId' in state)) continue;",
      "!recordOf(state).runs || !('attemptId' in state)",
      "!recordOf(state).runs && !('attemptId' in state)",
      'whatever runs has an attempt',
    ],
    [
      'if (mayHaveArrived) endedAt.set(state.attemptId, clock.monotonic());',
      'mayHaveArrived',
      'true',
      'nobody asks when an attempt ended that cannot have arrived',
    ],
    [
      "store.saveAttempt({ ...attempt, endedAt: now, ended: mayHaveArrived ? 'unclear' : 'interrupted' });",
      "'unclear'",
      '""',
      'an end that cannot be read is taken for this very one',
    ],
  ),
  ...of(
    'main/queue/runner/resolve.ts',
    [
      'if (videoId !== null && store.takenVideos(job.accountId, job.id).has(videoId)) {',
      'videoId !== null',
      'true',
      'no clip stands for a video that is none',
    ],
    [
      "if (outcome === 'chosen' && videoId !== null) await askLess(context, jobId, videoId);",
      'videoId !== null',
      'true',
      'nobody is asked about a video that is none',
    ],
    [
      "if (state.kind !== 'needs-you' || state.reason !== 'ask-which') return null;",
      "state.kind !== 'needs-you'",
      'false',
      'no other state has this reason',
    ],
    ['if (!job) return;', '!job', 'false', onlyForTheCompiler],
    [
      'const rejectedVideoIds = [...new Set([...(attempt.rejectedVideoIds ?? []), ...(askedAbout(before) ?? [])])];',
      '[]',
      '["Stryker was here"]',
      'where the answer is taken, something was asked',
    ],
    [
      'if (askedAbout(other)?.includes(videoId))',
      'askedAbout(other)?.includes(videoId)',
      'true',
      'who asks about other videos is left as it is by what happens to it',
    ],
  ),
  ...of(
    'main/queue/runner/running-steps.ts',
    ['if (late.size > mostAdopted) oldest?.stop.abort();', 'oldest?.stop', 'oldest.stop', onlyForTheCompiler],
    ['tasks.delete(task);', 'tasks.delete(task);', ';', 'for what is over nobody waits'],
    [
      'const task = work.finally(() => tasks.delete(task));',
      '() => tasks.delete(task)',
      '() => undefined',
      'for what is over nobody waits',
    ],
    [siteOfLive, "''", '"Stryker was here!"', onlyForTheCompiler],
    [
      siteOfLive,
      'jobTasks.readyAccounts().find((account) => account.id === accountId)?.siteId',
      'jobTasks.readyAccounts().find(account => account.id === accountId).siteId',
      onlyForTheCompiler,
    ],
  ),
  ...of(
    'main/queue/runner/runner.ts',
    [
      "if (which(one) && store.job(jobId)?.state.kind === 'sending') one.stop.abort();",
      'store.job(jobId)?.state',
      'store.job(jobId).state',
      onlyForTheCompiler,
    ],
    [
      "if (typeof event !== 'function' && event.kind === 'retry' && job) circuits.lift(jobTasks.hostOf(job.accountId));",
      "typeof event !== 'function'",
      'true',
      onlyForTheCompiler,
    ],
    [
      "if (typeof event !== 'function' && event.kind === 'retry' && job) circuits.lift(jobTasks.hostOf(job.accountId));",
      "'function'",
      '""',
      onlyForTheCompiler,
    ],
    [
      'const all = jobIds.flatMap((jobId, place) => store.change(jobId, (job) => event(job, place)) ?? []);',
      '[]',
      '["Stryker was here"]',
      'what is no change is left out by the filter below, too',
    ],
    [
      'kick();',
      'kick();',
      ';',
      'each clip that moved had the queue look already, and one that only got another text begins nothing',
    ],
  ),
  ...of(
    'main/queue/runner/send.ts',
    [
      "return cause ? { kind: 'stop', cause } : { kind: 'go', clip, sha256, inOneGo };",
      "'go'",
      '""',
      'it only has to be another word than that for a stop',
    ],
    [
      'const known = read === null ? null : store.underWay(job.accountId, clip.identity.size, read, job.id);',
      'read === null',
      'false',
      'no clip has bytes that nobody read',
    ],
    [
      "const again: FailureCause = { kind: 'retry', why: 'other-computer', afterMs: turnMs, bounded: false };",
      'false',
      'true',
      'waiting for another computer uses up no try, so that there is no bound that it comes to',
    ],
    ['const looks = store.attempt(ended.id)?.looks ?? [];', '[]', '["Stryker was here"]', onlyForTheCompiler],
    [
      "if (!adopted() && (verdict.kind === 'arrived' || verdict.kind === 'unclear'))",
      "verdict.kind === 'arrived' || verdict.kind === 'unclear'",
      'true',
      'nobody asks when an attempt ended that cannot have arrived',
    ],
  ),
  ...of(
    'main/queue/runner/verify.ts',
    ["if (job.state.kind !== 'unclear') return;", "job.state.kind !== 'unclear'", 'false', onlyForTheCompiler],
    [
      "const until = report(found.kind === 'failed' ? found.cause : null);",
      "found.kind === 'failed'",
      'true',
      onlyForTheCompiler,
    ],
    [
      "const otherwise = before.state.kind === 'unclear' ? before.state.otherwise : null;",
      "before.state.kind === 'unclear'",
      'true',
      'no other state keeps what else was wrong',
    ],
    [
      "if (finding.kind === 'found') await askLess(context, job.id, finding.videoId);",
      "finding.kind === 'found'",
      'true',
      'nobody is asked about a video that is none',
    ],
    ...(
      [
        [
          "finding.kind === 'found' || finding.kind === 'absent'",
          "finding.kind === 'found' && finding.kind === 'absent'",
        ],
        ["finding.kind === 'found' || finding.kind === 'absent'", 'false'],
        ["finding.kind === 'found'", 'false'],
        ["'found'", '""'],
        ["finding.kind === 'absent'", 'false'],
        ["'absent'", '""'],
        ['endedAt.delete(attemptId);', ';'],
      ] as const
    ).map(
      ([code, replacement]) =>
        [forgetEnd, code, replacement, 'when an attempt ended whose fate is known nobody asks'] as const,
    ),
  ),
  ...of('main/queue/store/backlog.ts', [
    'const found = [0, 1].flatMap((big) => due.get(accountId, big)?.at ?? []).map(Number);',
    'due.get(accountId, big)?.at',
    'due.get(accountId, big).at',
    'a question for the greatest is always answered with one row',
  ]),
  ...of('main/queue/store/job-selection.ts', [
    'for (let at = 0; at < ids.length; at += stepJobs) {',
    'at < ids.length',
    'at <= ids.length',
    'the group behind the last one is empty',
  ]),
  ...of(
    'main/queue/store/order.ts',
    [rankLine, 'ahead?.n', 'ahead.n', onlyForTheCompiler],
    [rankLine, 'query(count).get()?.n', 'query(count).get().n', onlyForTheCompiler],
    [
      "const rank = () => rankOf(String(moving[0]?.id ?? ''));",
      "''",
      '"Stryker was here!"',
      'it only has to be no clip',
    ],
    [
      'const found = moving.length === 0 ? null : gapAt(query, moving, place);',
      'moving.length === 0',
      'false',
      'where nothing moves nothing is written, whatever place it finds',
    ],
    ['const first = Number(moving[0]?.position);', 'moving[0]?.position', 'moving[0].position', onlyForTheCompiler],
    [
      'const last = Number(moving.at(-1)?.position);',
      'moving.at(-1)?.position',
      'moving.at(-1).position',
      onlyForTheCompiler,
    ],
    [
      'const above = (high: number | null) => (high === null ? null : ([before(high), high] as const));',
      'high === null',
      'false',
      'where nothing else waits the block stands in its place',
    ],
    [
      'const below = (low: number | null) => (low === null ? null : ([low, after(low)] as const));',
      'low === null',
      'false',
      'where nothing else waits the block stands in its place',
    ],
    [
      'return above(before(Number(moving[0]?.position), waits) ?? after(Number.MIN_SAFE_INTEGER, waits));',
      'moving[0]?.position',
      'moving[0].position',
      onlyForTheCompiler,
    ],
    [
      'return below(after(Number(moving.at(-1)?.position), waits) ?? before(Number.MAX_SAFE_INTEGER, waits));',
      'moving.at(-1)?.position',
      'moving.at(-1).position',
      onlyForTheCompiler,
    ],
    ['if (at === null) return null;', 'at === null', 'false', 'beside nothing there is no place either'],
    [
      'const itself = moving.some((row) => row.id === place.jobId);',
      'moving.some((row) => row.id === place.jobId)',
      'moving.every(row => row.id === place.jobId)',
      'beside one of its own the block comes to the same place',
    ],
    [
      'const roomy = end === null || low === null || end - low >= roomyStep * (rows.length + 1);',
      'low === null',
      'false',
      'before the first clip there is always room',
    ],
  ),
  ...of('main/library/edit-state.ts', [
    'const { values, sent } = edit.left ?? { values: {}, sent: {} };',
    '{ values: {}, sent: {} }',
    '{}',
    'nothing is added by what is not there',
  ]),
  ...of('main/library/pages.ts', [
    'if (number === page || number > last) continue;',
    'number === page',
    'false',
    'the page itself is put in its place right afterwards',
  ]),
  ...of(
    'main/library/paged-list.ts',
    ['if (missing.length === 0) break;', 'missing.length === 0', 'false', 'of no pages nothing is asked in any round'],
    [
      'limited: Math.min(list.told, list.end * options.pageSize) > mostRows,',
      'list.end * options.pageSize',
      'list.end / options.pageSize',
      'only a page within what can be listed is ever found to be the last one',
    ],
  ),
  ...of('main/library/poster-cache.ts', [
    'if (gathering.get(accountId)?.ids === ids) gathering.delete(accountId);',
    'gathering.get(accountId)?.ids',
    'gathering.get(accountId).ids',
    onlyForTheCompiler,
  ]),
  ...of(
    'main/adapters/claim-steps.ts',
    [
      "const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';",
      "''",
      '"Stryker was here!"',
      'no code that is asked about is either of the two',
    ],
    [
      "return stat.isFile() && stat.size <= longestClaim ? (readFileSync(file, 'utf8').split('\\n')[0] ?? '') : null;",
      "''",
      '"Stryker was here!"',
      'a text that is split has a first part',
    ],
    ['} catch {', '{ return null; }', '{}', 'what is no text is nobody’s name either'],
    [
      '} catch (error) {',
      "{ if (codeOf(error) !== 'EEXIST') throw error; }",
      '{}',
      'what could not be made is not there to be looked at, which throws as well',
    ],
    [
      "if (codeOf(error) !== 'EEXIST') throw error;",
      "codeOf(error) !== 'EEXIST'",
      'false',
      'what could not be made is not there to be looked at, which throws as well',
    ],
    ['return true;', 'true', 'false', 'what was written a moment ago is read as ours, and written once more'],
    [
      '} catch (error) {',
      "{ if (codeOf(error) === 'EEXIST') return false; throw error; }",
      '{}',
      'where nothing can be made nothing can be taken over, which throws as well',
    ],
    [
      "if (codeOf(error) === 'EEXIST') return false;",
      "codeOf(error) === 'EEXIST'",
      'true',
      'where nothing can be made nothing can be taken over, which throws as well',
    ],
  ),
  ...of(
    'main/adapters/claim-worker.ts',
    [
      "parentPort?.on('message', (orders: readonly ClaimOrder[]) => parentPort?.postMessage(orders.map(work)));",
      'parentPort?.on',
      'parentPort.on',
      'it is never begun but as a thread',
    ],
    [
      "parentPort?.on('message', (orders: readonly ClaimOrder[]) => parentPort?.postMessage(orders.map(work)));",
      'parentPort?.postMessage',
      'parentPort.postMessage',
      'it is never begun but as a thread',
    ],
  ),
  ...of('main/adapters/writers.ts', [
    'const id = ++lastId;',
    '++lastId',
    '--lastId',
    'the numbers only have to differ',
  ]),
  ...of(
    'main/adapters/writers-worker.ts',
    [
      "parentPort?.on('message', (orders: readonly WritersOrder[]) => parentPort?.postMessage(orders.map(look)));",
      'parentPort?.on',
      'parentPort.on',
      'it is never begun but as a thread',
    ],
    [
      "parentPort?.on('message', (orders: readonly WritersOrder[]) => parentPort?.postMessage(orders.map(look)));",
      'parentPort?.postMessage',
      'parentPort.postMessage',
      'it is never begun but as a thread',
    ],
    [
      'for (const [path, holder] of found ?? []) last.set(path, holder);',
      '[]',
      '["Stryker was here"]',
      'no file is called by one letter: a path begins at its root',
    ],
  ),
  ...of(
    'main/adapters/database/open-store.ts',
    [
      'return row?.folder == null ? null : String(row.folder);',
      'row?.folder == null',
      'false',
      'no place is called so',
    ],
    [
      'return bits !== 0 && (bits & (bits - 1)) === 0;',
      'bits !== 0',
      'true',
      'a version that is too new is never the one that is kept',
    ],
    [
      "if (said?.quick_check !== 'ok') throw new StoreError('damaged', String(said?.quick_check));",
      'said?.quick_check',
      'said.quick_check',
      'the question is always answered with one row',
    ],
    [
      'noteOpening(sql, { behind: false, mayBeAlone: false, aside: null, now });',
      '{ behind: false, mayBeAlone: false, aside: null, now }',
      '{}',
      'what is not said is not so',
    ],
    [
      "rebuild(options, 'damaged', 'the file does not begin or end as a database does');",
      "'the file does not begin or end as a database does'",
      '""',
      onlyLogged,
    ],
    [
      "options.log('a copy of the list cannot be used', { name, error: String(error) });",
      "'a copy of the list cannot be used'",
      '""',
      onlyLogged,
    ],
  ),
  ...of(
    'main/adapters/database/salvage.ts',
    ['return row?.n == null ? null : Number(row.n);', 'row?.n', 'row.n', onlyForTheCompiler],
    [
      'return row?.n == null ? null : Number(row.n);',
      'row?.n == null',
      'false',
      'a table without rows has none from any number on',
    ],
    ['if (from === null) continue;', 'from === null', 'false', 'in what cannot be opened no table is found either'],
    [
      "listed ??= attempt(() => Number(from.prepare('SELECT SUM(n) AS n FROM tally').get()?.n ?? 0));",
      "from.prepare('SELECT SUM(n) AS n FROM tally').get()?.n",
      "from.prepare('SELECT SUM(n) AS n FROM tally').get().n",
      onlyForTheCompiler,
    ],
    [
      "const kept = Number(into.prepare('SELECT SUM(n) AS n FROM tally').get()?.n ?? 0);",
      "into.prepare('SELECT SUM(n) AS n FROM tally').get()?.n",
      "into.prepare('SELECT SUM(n) AS n FROM tally').get().n",
      onlyForTheCompiler,
    ],
  ),
  ...of(
    'main/adapters/database/store-head.ts',
    [
      'if (head === null) return letGo;',
      'head === null',
      'false',
      'of none nothing can be written down, which is caught below',
    ],
    ['if (!head.ok) return null;', '!head.ok', 'false', 'it has no pages then, which is caught below'],
    [
      'const pagesThen = head.pages[1]?.readUInt32BE(pageCountAt) ?? 0;',
      'head.pages[1]?.readUInt32BE',
      'head.pages[1].readUInt32BE',
      onlyForTheCompiler,
    ],
    ['if (at > size) continue;', 'at > size', 'at >= size', 'no page of a head begins right where its database ended'],
  ),
  ...of(
    'main/adapters/hasher.ts',
    ['const id = ++count;', '++count', '--count', 'the numbers only have to differ'],
    [
      'run.updates.shift()?.resolve();',
      'run.updates.shift()?.resolve',
      'run.updates.shift().resolve',
      onlyForTheCompiler,
    ],
    ['run.digest?.resolve(report.hex);', 'run.digest?.resolve', 'run.digest.resolve', onlyForTheCompiler],
  ),
  ...of(
    'main/adapters/folder-claims.ts',
    ['const id = ++lastId;', '++lastId', '--lastId', 'the numbers only have to differ'],
    [
      "await ask({ kind: 'release', folder, name, us, staleMs: 0 });",
      "'release'",
      '""',
      'what is no asking for a claim gives it back',
    ],
  ),
  ...of('main/features/proof/account-files.ts', [
    'if (known.length === 0) return [];',
    'known.length === 0',
    'false',
    'of no files none is asked for either',
  ]),
  ...of(
    'main/features/proof/find-elsewhere.ts',
    ["return status === 'trash' ? 'trash' : 'shown';", "'trash'", '""', 'whatever is not shown is asked about'],
    ['if (videoId === null) return null;', 'videoId === null', 'false', 'of files without a video none is suspected'],
    [
      "if (stored.length === 0) return { kind: 'absent' };",
      'stored.length === 0',
      'false',
      'of no files none is judged either',
    ],
    [
      'refused: new Set(store.attempts(job.id).flatMap(({ rejectedVideoIds }) => rejectedVideoIds ?? [])),',
      '[]',
      '["Stryker was here"]',
      'no video has that for its number',
    ],
  ),
  ...of(
    'main/features/uploads/other-computers.ts',
    [
      'if (videoId === null || bytes === null || createdAt === null || ours.has(videoId)) return [];',
      'createdAt === null',
      'false',
      'what has no time is as old as 1970',
    ],
    [
      'if (createdAt !== null && siteNow - createdAt < youngMs) metAt.set(accountId, momentOf(clock));',
      'createdAt !== null',
      'true',
      'what has no time is as old as 1970',
    ],
  ),
  ...of(
    'main/ingest/probe.ts',
    [
      'maxCacheSize: 2 * 1024 * 1024,',
      '2 * 1024 * 1024',
      '2 * 1024 / 1024',
      'what is kept for later is read once more',
    ],
    ['maxCacheSize: 2 * 1024 * 1024,', '2 * 1024', '2 / 1024', 'what is kept for later is read once more'],
    ['} finally {', '{ input.dispose(); }', '{}', 'it holds nothing but memory, which goes with it'],
    ['input.dispose();', 'input.dispose();', ';', 'it holds nothing but memory, which goes with it'],
  ),
  ...of(
    'main/queue/store/site-files.ts',
    ['if (known) return known;', 'known', 'false', 'the same is read from the disk once more'],
    [
      'sizeless.set(accountId, made);',
      'sizeless.set(accountId, made);',
      ';',
      'the same is read from the disk once more',
    ],
    [
      "Number(query('SELECT MAX(media_id) AS id FROM site_files WHERE account_id = ?').get(accountId)?.id ?? 0),",
      "query('SELECT MAX(media_id) AS id FROM site_files WHERE account_id = ?').get(accountId)?.id",
      "query('SELECT MAX(media_id) AS id FROM site_files WHERE account_id = ?').get(accountId).id",
      'a question for the greatest is always answered with one row',
    ],
  ),
  ...of(
    'main/queue/store/found-jobs.ts',
    [
      'const fitsNow = (row: SqlRow): boolean => row.removed === 0 && current?.fits(toFindable(row)) === true;',
      'current?.fits',
      'current.fits',
      'it is asked only while something is looked for',
    ],
    [
      'const to = isLast ? Number.MAX_SAFE_INTEGER : Number(rows.at(-1)?.job);',
      'rows.at(-1)?.job',
      'rows.at(-1).job',
      onlyForTheCompiler,
    ],
    ['if (current === null) return;', 'current === null', 'false', 'there is nothing to be forgotten'],
    ['beginnings++;', 'beginnings++', 'beginnings--', 'each beginning has a number of its own, whichever way they go'],
    [
      'for (let steps = 0; steps < firstSteps && at !== null; steps++) step();',
      'at !== null',
      'true',
      'a short list is looked through once more, and the same is found',
    ],
    [
      "countsOf(current === null ? [] : query('SELECT grp, COUNT(*) AS n FROM temp.found GROUP BY grp').all()),",
      '[]',
      '["Stryker was here"]',
      'a text is the sum of no group',
    ],
  ),
  ...of(
    'main/adapters/routes.ts',
    ...(
      [
        ["route === 'direct'", 'false'],
        ["'direct'", '""'],
      ] as const
    ).map(([code, replacement]) => [nameOfRoute, code, replacement, 'it only has to be the name of no proxy'] as const),
    ...(
      [
        ['now - at >= freshMs', 'false'],
        ['now - at >= freshMs', 'now - at > freshMs'],
        ['known.delete(name);', ';'],
      ] as const
    ).map(
      ([code, replacement]) =>
        [
          'for (const [name, { at }] of known) if (now - at >= freshMs) known.delete(name);',
          code,
          replacement,
          'what is old is asked anew in any case, and only kept for longer',
        ] as const,
    ),
    [
      "const onAbort = (): void => reject(new HttpError('aborted', 'The request was stopped', signal?.reason));",
      'signal?.reason',
      'signal.reason',
      onlyForTheCompiler,
    ],
  ),
  ...of('main/adapters/save-zip.ts', [
    'for (let from = 0; from < bytes.length; from += pieceBytes) {',
    'from < bytes.length',
    'from <= bytes.length',
    'a piece without bytes adds nothing',
  ]),
  ...of(
    'main/site/content/post-drafts.ts',
    [
      "return said.status === 200 && /\\bPOST\\b/.test(said.headers.allow ?? '');",
      "''",
      '"Stryker was here!"',
      'neither of the two texts names POST',
    ],
    [
      "if (said.status >= 200 && said.status <= 299 && made.success) return { kind: 'made', postId: made.data.id };",
      'said.status >= 200',
      'true',
      'no answer ends with a lower status',
    ],
  ),
  ...of(
    'main/adapters/agents.ts',
    ['allowH2: false,', 'false', 'true', 'who opens the connections offers no HTTP/2'],
    [
      "direct: () => ({ agent: agentOf('direct', () => open), forward: null }),",
      "'direct'",
      '""',
      'it only has to be the name of no proxy',
    ],
  ),
  ...of(
    'main/adapters/tunnel.ts',
    ['allowH2: false,', 'false', 'true', 'who opens the connections offers no HTTP/2'],
    [
      'open(servername === undefined ? wanted : { ...wanted, servername }, (error, socket) => {',
      'servername === undefined',
      'false',
      onlyForTheCompiler,
    ],
  ),
  ...of('main/site/connect/namespaces.ts', [
    "const segment = pathSegment.safeParse(name.replace(/\\/v2$/, ''));",
    '/\\/v2$/',
    '/\\/v2/',
    'a name in which it stands twice is no segment, whichever is taken out',
  ]),
  ...of(
    'main/queue/store/job-search.ts',
    ["if (text === '') return true;", "text === ''", 'false', 'it saves time: no word at all is in every text'],
    ["if (text === '') return true;", "''", '"Stryker was here!"', 'it saves time: no word at all is in every text'],
  ),
  ...of(
    'main/features/uploads/queue.ts',
    [
      inFlightLine,
      'accounts.siteOf(accountId)?.id',
      'accounts.siteOf(accountId).id',
      'only accounts with a site may send',
    ],
    [inFlightLine, "''", '"Stryker was here!"', 'no site is called so'],
  ),
  ...of(
    'main/features/uploads/queue-feed.ts',
    ["const siteId = account?.siteId ?? '';", "''", '"Stryker was here!"', 'no site is called so'],
    [
      ': found.ids(filter, offset, limit).flatMap((id) => store.job(id) ?? []);',
      '[]',
      '["Stryker was here"]',
      'what was found is on the disk as long as the list is: no row is ever taken from there',
    ],
  ),
  ...of(
    'main/features/uploads/feed.ts',
    [
      'if (watched !== null && (dirty.has(watched) || listChanged)) {',
      'watched !== null',
      'true',
      'no job is called nothing, and of none nothing is told',
    ],
    ['return jobId === null ? null : source.details(jobId);', 'jobId === null', 'false', onlyForTheCompiler],
  ),
  ...of('main/features/uploads/silent-sites.ts', [
    "const now = [...sites].filter(has).toSorted().join(' ');",
    "' '",
    '""',
    'ids of sites are of one length: those of two sets never read alike',
  ]),
  ...of(
    'main/features/uploads/on-site.ts',
    [
      'let rows: readonly JobRow[] = [];',
      '[]',
      '["Stryker was here"]',
      'nobody asks for rows before the first are shown',
    ],
    [
      "for (const jobId of jobs.get(videoId) ?? []) changes.tell('job', { jobId, listed: false });",
      '[]',
      '["Stryker was here"]',
      'a site tells nothing of a video that it was not asked about',
    ],
    [
      'of: (accountId, videoId) => (videoId === null ? null : (known.get(keyOf(accountId, videoId))?.state ?? null)),',
      'videoId === null',
      'false',
      onlyForTheCompiler,
    ],
    [
      'if (!stopped && rows.some((row) => videoIn(row) !== null)) rest();',
      'videoIn(row) !== null',
      'true',
      'it saves a timer: of rows without a video none is asked for',
    ],
  ),
  ...of(
    'main/features/uploads/inspect.ts',
    [
      'const file = await files.open(path).catch(() => null);',
      '() => null',
      '() => undefined',
      'there is no file either way',
    ],
    [
      'if (found.durationSeconds === null) return;',
      'found.durationSeconds === null',
      'false',
      'it saves a write: without a length nothing else was found out',
    ],
  ),
  ...of(
    'main/features/uploads/size-trials.ts',
    [
      'accounts.views().flatMap((site) => (site.id === siteId ? site.accounts.map(({ id }) => id) : []));',
      '[]',
      '["Stryker was here"]',
      'no account is called so',
    ],
    [
      "const isParked = (state: JobState): boolean => state.kind === 'needs-you' && state.reason === 'too-large';",
      "state.kind === 'needs-you'",
      'true',
      'no other state keeps a reason; the compiler alone has to be told',
    ],
    [
      'for (let at = 0; !stopped && at < ids.length; at += stepJobs)',
      'at < ids.length',
      'at <= ids.length',
      'behind the last there is none to wake',
    ],
    [
      'const limit = accounts.site(siteId)?.sizeLimit;',
      'accounts.site(siteId)?.sizeLimit',
      'accounts.site(siteId).sizeLimit',
      onlyForTheCompiler,
    ],
    ['if (!limit) return;', '!limit', 'false', 'what was forgotten a moment ago would be forgotten once more'],
    [
      'return inMs === null ? [] : [{ id, inMs }];',
      'inMs === null',
      'false',
      'without a time it is neither due nor waited for',
    ],
    [
      'return inMs === null ? [] : [{ id, inMs }];',
      '[]',
      '["Stryker was here"]',
      'a word has no time, and is neither due nor waited for',
    ],
  ),
  ...of(
    'main/features/proof/choose-video.ts',
    [
      'for (let from = 0; from < candidates.length; from += atOnce) {',
      'from < candidates.length',
      'from <= candidates.length',
      'behind the last there is none to ask for',
    ],
    [
      'if (!client) return unknown;',
      '!client',
      'false',
      'without a sign-in asking fails, and what fails is as unknown',
    ],
    [
      'const file = await fileOf(calls, client, videoId).catch(() => null);',
      '() => null',
      '() => undefined',
      'there is no file either way',
    ],
  ),
  ...of('main/features/proof/compare-clip.ts', [
    "if (total !== size || bytes.length === 0) return 'unknown';",
    'bytes.length === 0',
    'false',
    'of no bytes none differ, and they are not all of a clip: it stays as unknown',
  ]),
  ...of(
    'main/features/proof/site-inventory.ts',
    [
      'return since === null || (at !== null && at >= since + (accounts.siteOf(accountId)?.settleMs ?? 0));',
      'at !== null',
      'true',
      'what was never listed counts as listed in 1970',
    ],
    [
      'if (!isFinal(accountId) && (at === null || clock.now() - at >= freshMs)) {',
      'at === null',
      'false',
      'what was never listed counts as listed in 1970',
    ],
  ),
];
