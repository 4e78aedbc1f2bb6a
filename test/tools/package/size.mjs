// What lies in a package, why, and how much of it is ours: told after packaging, and an error where it grows or nobody knows why it is there; pure.

/** At most so many times what the bare runtime would take, packed the same way. */
export const mostTimes = 1.05;

/** Electron's own files lie in every app that is made with it. */
const groups = [
  { what: 'Clipferry', why: 'the app itself, with its pictures', isOurs: true, fits: /^resources\/app\.asar$/ },
  { what: 'what it was packed as', why: 'decides how it is updated', isOurs: true, fits: /^resources\/packed-as$/ },
  { what: 'place of updates', why: 'where a build knows one', isOurs: true, fits: /^resources\/updates\.json$/ },
  {
    what: 'licences',
    why: 'of Clipferry and of all that is bundled into it',
    isOurs: true,
    fits: /^(LICENSE|THIRD-PARTY-NOTICES)\.txt$/,
  },
  { what: 'a note in test builds', why: 'says that it is one', isOurs: true, fits: /^TEST-BUILD\.txt$/ },
  { what: 'Electron', why: 'Chromium and Node', isOurs: false, fits: /^([^/]+\.exe|clipferry[^/]*|version)$/ },
  {
    what: 'drawing and sound',
    why: 'Chromium’s libraries for graphics, with and without a graphics card, and for films',
    isOurs: false,
    fits: /^[^/]+(\.dll|\.so(\.\d+)?|_icd\.json)$/,
  },
  {
    what: 'data of Chromium',
    why: 'scripts of the world, starting memory, pictures of its own',
    isOurs: false,
    fits: /^([^/]+\.(pak|bin|dat))$/,
  },
  {
    what: 'languages of Chromium',
    why: 'by them fields show dates and numbers as in the person’s region',
    isOurs: false,
    fits: /^locales\/[^/]+\.pak(\.info)?$/,
  },
  { what: 'helpers of Chromium', why: 'sandbox, reports of crashes', isOurs: false, fits: /^chrome[-_][a-z_]+$/ },
  {
    what: 'licences of Electron',
    why: 'of Electron and Chromium',
    isOurs: false,
    fits: /^(LICENSE\.electron\.txt|LICENSES\.chromium\.html)$/,
  },
];

/** The files that `7za l -slt` lists: `{ name, bytes, packed }` with "/" between the parts of a name. */
export function filesIn(listing) {
  return listing
    .split(/\r?\n\r?\n/)
    .map((entry) => new Map([...entry.matchAll(/^([\w ]+) = (.*)$/gm)].map(([, key, value]) => [key, value.trim()])))
    .filter((entry) => entry.has('Packed Size') && entry.get('Folder') !== '+')
    .map((entry) => ({
      name: entry.get('Path').replaceAll('\\', '/'),
      bytes: Number(entry.get('Size')),
      packed: Number(entry.get('Packed Size')),
    }));
}

/**
 * `{ lines, times, complaints }`: a line of each group, how many times as much as the bare runtime all of it takes, and what is wrong with it.
 */
export function sizesOf(files) {
  const sum = (some) => some.reduce((total, { packed }) => total + packed, 0);
  const groupOf = ({ name }) => groups.find(({ fits }) => fits.test(name));
  const complaints = files
    .filter((file) => groupOf(file) === undefined)
    .map(({ name }) => `nobody knows why ${name} is in it`);
  const ours = sum(files.filter((file) => groupOf(file)?.isOurs !== false));
  const times = sum(files) / (sum(files) - ours);
  if (!(times <= mostTimes))
    complaints.push(`it takes ${times.toFixed(3)} times what its runtime does, at most ${mostTimes}`);
  const lines = groups.flatMap((group) => {
    const some = files.filter((file) => groupOf(file) === group);
    const megabytes = `${(sum(some) / 1e6).toFixed(2)} MB`.padStart(9);
    return some.length === 0
      ? []
      : [`${megabytes}  ${group.isOurs ? 'ours    ' : 'Electron'}  ${group.what}: ${group.why}`];
  });
  return { lines, times, complaints };
}
