// The allow-list in front of the system's "open this address": it would start programs for other schemes (row 15).

/** Returns the address as the browser gets it; throws for everything that is not a plain http(s) one. */
export function webAddress(text: string): string {
  const url = URL.parse(text);
  if (url === null) throw new Error('This is not a web address.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('Only web pages can be opened.');
  if (url.username !== '' || url.password !== '') throw new Error('A web address with a password in it is not opened.');
  return url.href;
}
