// Makes and signs the list of updates from what `npm run package` made: what is on the web server beside the packages.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inProject, readJson, SetupError, say } from '../project.mjs';
import { publicText } from './keys.mjs';
import { newsOf } from './news.mjs';

const dayMs = 86_400_000;
/** As in main/features/updates/feed.ts. */
const signedPrefix = 'clipferry updates 1\n';

async function sha512Of(file) {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** One package of packages.json as the list has it. */
async function offered(folder, { file, kind, bytes }) {
  return { packedAs: kind, arch: 'x64', name: file, size: bytes, sha512: await sha512Of(path.join(folder, file)) };
}

/** The text of the list, signed by each of the keys (PEM). */
export function signedFeed(feed, privateKeys) {
  const signed = JSON.stringify(feed);
  const signatures = privateKeys.map((key) =>
    sign(null, Buffer.from(signedPrefix + signed), createPrivateKey(key)).toString('base64'),
  );
  return `${JSON.stringify({ signed, signatures })}\n`;
}

function share(text) {
  const percent = Number(text);
  if (!(percent >= 0 && percent <= 100)) throw new SetupError('--share is a number of 0 to 100, in percent.');
  return percent / 100;
}

/**
 * `npm run update:feed -- --key FILE --page https://… [--key SECOND] [--share 10] [--days 60] [--from dist] [--config FILE]`: writes
 * updates.json beside the packages. Resolves to an exit code.
 */
export async function makeFeed(args) {
  const { values } = parseArgs({
    args,
    options: {
      key: { type: 'string', multiple: true, default: [] },
      page: { type: 'string' },
      share: { type: 'string', default: '100' },
      days: { type: 'string', default: '60' },
      from: { type: 'string', default: inProject('dist') },
      config: { type: 'string', default: inProject('updates.json') },
    },
  });
  const list = path.join(values.from, 'packages.json');
  if (!existsSync(list)) throw new SetupError(`${list} is not there: make packages first (npm run package).`);
  if (values.key.length === 0)
    throw new SetupError('Say which key signs it: --key FILE (npm run update:keys makes one).');
  if (!values.page?.startsWith('https://')) throw new SetupError('Say where people download it: --page https://…');
  const privateKeys = values.key.map((file) => readFileSync(file, 'utf8'));
  const known = existsSync(values.config) ? readJson(values.config).keys : [];
  if (!privateKeys.some((key) => known.includes(publicText(createPublicKey(key)))))
    throw new SetupError('None of these keys is in updates.json: no app would believe the list.');
  const { version, packages } = readJson(list);
  const isTest = packages.some(({ file }) => file.includes('test-build'));
  const now = Date.now();
  const feed = {
    ...{ app: isTest ? 'clipferry-test-build' : 'clipferry', version, share: share(values.share), page: values.page },
    ...{ issuedAt: now, expiresAt: now + Number(values.days) * dayMs },
    files: await Promise.all(packages.map((one) => offered(values.from, one))),
    news: newsOf(readFileSync(inProject('CHANGELOG.md'), 'utf8')),
  };
  const target = path.join(values.from, 'updates.json');
  writeFileSync(target, signedFeed(feed, privateKeys));
  say(
    `${target}: ${version}, ${feed.files.length} packages, ${values.share} % of all, until ${new Date(feed.expiresAt).toISOString().slice(0, 10)}`,
  );
  return 0;
}
