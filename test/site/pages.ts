// The HTML side of the site: front page, video pages, and the pages that stand in its place when something is wrong.

import { sourceUrl } from './attachments.ts';
import { permalink } from './record.ts';
import type { RestAnswer } from './rest.ts';
import type { Address, Site } from './site.ts';
import type { PostRow } from './store.ts';
import { escapeHtml, renderBody, renderTitle } from './text.ts';

export function htmlPage(status: number, title: string, head: string, body: string): RestAnswer {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>\n`;
  return { status, headers: { 'Content-Type': 'text/html; charset=UTF-8' }, body: html, text: true };
}

export function redirectTo(address: string): RestAnswer {
  return {
    status: 302,
    headers: { 'Content-Type': 'text/html; charset=UTF-8', Location: address },
    body: '',
    text: true,
  };
}

function discoverable(site: Site, address: Address, answer: RestAnswer): RestAnswer {
  return { ...answer, headers: { ...answer.headers, Link: `<${site.rest(address, '/')}>; rel="https://api.w.org/"` } };
}

function apiLink(site: Site, address: Address): string {
  return `<link rel="https://api.w.org/" href="${escapeHtml(site.rest(address, '/'))}" />`;
}

export function frontPage(site: Site, address: Address): RestAnswer {
  const name = escapeHtml(site.options.name);
  const videos = site.store.findPosts({
    type: 'video',
    statuses: ['publish'],
    orderBy: 'date',
    order: 'desc',
    limit: 20,
    offset: 0,
  }).rows;
  const items = videos.map((video) => {
    const link = escapeHtml(permalink(site, address, video));
    return `<li><a href="${link}">${renderTitle(video.title)}</a></li>`;
  });
  return discoverable(
    site,
    address,
    htmlPage(200, name, apiLink(site, address), `<h1>${name}</h1><ul>${items.join('')}</ul>`),
  );
}

/** The page of a video or a blog post. */
export function postPage(site: Site, address: Address, post: PostRow): RestAnswer {
  const title = renderTitle(post.title);
  const players = site.store
    .attachmentsOf(post.id)
    .filter((file) => file.mime.startsWith('video/'))
    .map((file) => `<video controls src="${escapeHtml(encodeURI(sourceUrl(site, address, file)))}"></video>`);
  const body = `<h1>${title}</h1>${players.join('')}<div>${renderBody(post.content)}</div>`;
  return discoverable(site, address, htmlPage(200, title, apiLink(site, address), body));
}

export function notFoundPage(site: Site, address: Address): RestAnswer {
  const answer = htmlPage(404, 'Page not found', apiLink(site, address), '<h1>Page not found</h1>');
  return discoverable(site, address, answer);
}

/** A 404 of the web server itself, outside the site's folder. */
export function outsidePage(): RestAnswer {
  return htmlPage(404, '404 Not Found', '', '<h1>Not Found</h1><p>The requested URL was not found on this server.</p>');
}

/** A program that asks for JSON gets it, others a page (measured with 6.1). */
export function maintenancePage(accept: string): RestAnswer {
  const text = 'Briefly unavailable for scheduled maintenance. Check back in a minute.';
  const said = { code: 'wp_die', message: text, data: { status: 503 }, additional_errors: [] };
  const answer: RestAnswer = accept.includes('application/json')
    ? {
        status: 503,
        headers: { 'Content-Type': 'application/json; charset=UTF-8' },
        body: JSON.stringify(said),
        text: true,
      }
    : htmlPage(503, 'Maintenance', '', `<h1>${text}</h1>`);
  return { ...answer, headers: { ...answer.headers, 'Retry-After': '600' } };
}

/** Every address of an ordinary web site that has never heard of WordPress. */
export function otherSitePage(path: string): RestAnswer {
  if (path === '/') return htmlPage(200, 'Bakery', '', '<h1>Fresh bread daily</h1>');
  return htmlPage(404, 'Not found', '', '<h1>We could not find that page</h1>');
}

export function captivePortalPage(): RestAnswer {
  return htmlPage(
    200,
    'Hotel Wi-Fi',
    '',
    '<h1>Welcome</h1><form><button>Accept the terms and go online</button></form>',
  );
}

export function challengePage(status: number): RestAnswer {
  return htmlPage(status, 'One moment, please', '', '<h1>Please wait while your request is being verified</h1>');
}
