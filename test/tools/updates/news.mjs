// What is new, from the changelog: each version with its lines, as plain text; pure.

const mostLines = 100;
const longestLine = 2_000;
const mostVersions = 20;

/** `**bold**`, `*words*`, `code` and links lose their marks. */
const plain = (line) =>
  line
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '')
    .trim()
    .slice(0, longestLine);

/** The newest version first, as in the changelog. */
export function newsOf(changelog) {
  const news = [];
  for (const line of changelog.split('\n')) {
    const version = /^## (\d+\.\d+\.\d+)\b/.exec(line)?.[1];
    if (version !== undefined) news.push({ version, lines: [] });
    const lines = news.at(-1)?.lines;
    if (lines !== undefined && line.startsWith('- ') && lines.length < mostLines) lines.push(plain(line.slice(2)));
  }
  return news.filter(({ lines }) => lines.length > 0).slice(0, mostVersions);
}
