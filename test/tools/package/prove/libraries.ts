// Whether a .deb brings all libraries that its programs link: asked on a system that has nothing else.
import { type Built, packageFile } from './built.ts';
import { FreshRoot } from './fresh-root.ts';

const everyProgram = 'find /opt -type f \\( -perm -u+x -o -name "*.so*" \\) -exec ldd {} + 2>/dev/null';

/** Resolves to what was seen; rejects with the names that are missing. */
export async function provesLibraries(base: string, built: Built): Promise<string> {
  const root = await FreshRoot.open({ base, fresh: true, shared: { packages: built.folder } });
  try {
    await root.must('apt-get', 'update', '-qq');
    const file = `/mnt/packages/${packageFile(built, 'deb', built.versions[0])}`;
    await root.must('apt-get', 'install', '-qq', '-y', '--no-install-recommends', file);
    const { text } = await root.run('sh', '-c', everyProgram);
    const linked = text.split('\n').filter((line) => line.includes('=>'));
    if (linked.length === 0) throw new Error('nothing in it links any library');
    const missing = new Set(linked.filter((line) => line.includes('not found')).map((line) => line.trim()));
    if (missing.size > 0) throw new Error([...missing].join(', '));
    return `all of ${new Set(linked.map((line) => line.trim().split(' ')[0])).size} found with what apt installed for it`;
  } finally {
    await root.close();
  }
}
