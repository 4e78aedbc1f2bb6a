// Makes the pair of keys by which updates are signed: the private one into a file outside of the project, the public one into the app's configuration.
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inProject, SetupError, say } from '../project.mjs';

const mostKeys = 2;

/** The 32 bytes of a public key in base64, as the app knows it. */
export const publicText = (key) => key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');

const isInProject = (file) => {
  const relative = path.relative(inProject(), file);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
};

/** What `updates.json` of the project says with this key in it; the new key is the second one, until the first one is taken out by hand. */
export function withKey(text, feed, key) {
  const before = text === null ? { feed, keys: [] } : JSON.parse(text);
  if (before.keys.length >= mostKeys)
    throw new SetupError('updates.json has two keys already: take out the one that nothing is signed by any more.');
  return { feed: feed ?? before.feed, keys: [...before.keys, key] };
}

/** `npm run update:keys -- --feed https://… [--key FILE] [--config FILE]`. Resolves to an exit code. */
export async function makeKeys(args) {
  const { values } = parseArgs({
    args,
    options: {
      feed: { type: 'string' },
      key: { type: 'string', default: path.join(os.homedir(), '.clipferry-keys', `updates-${Date.now()}.pem`) },
      config: { type: 'string', default: inProject('updates.json') },
    },
  });
  const file = path.resolve(values.key);
  if (isInProject(file))
    throw new SetupError('The private key must not lie in the project: name another place with --key.');
  if (existsSync(file)) throw new SetupError(`${file} is there already, and is not written over.`);
  const text = existsSync(values.config) ? readFileSync(values.config, 'utf8') : null;
  if (text === null && !values.feed?.startsWith('https://'))
    throw new SetupError('Say where updates will be: --feed https://updates.example/updates.json');
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const config = withKey(text, values.feed, publicText(publicKey));
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  writeFileSync(values.config, `${JSON.stringify(config, null, 2)}\n`);
  say(
    `the private key: ${file}\nKeep a copy of it away from this computer. Whoever has it can give an update to everybody.`,
  );
  say(`the public key, in ${path.relative(inProject(), values.config)}: ${config.keys.at(-1)}`);
  return 0;
}
