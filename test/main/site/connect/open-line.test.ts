// A site on open http that offers passwords all the same: it is not WordPress' way to, so the app itself has to leave them out.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteCalls } from '../../../../main/site/client/client.ts';
import { discover } from '../../../../main/site/connect/discover.ts';
import { type PracticeSite, startPracticeSite } from '../../../site/start.ts';
import { clock, http } from '../practice.ts';

let site: PracticeSite;
beforeAll(async () => {
  site = await startPracticeSite({ switches: { tokenPlugin: 'A' } });
});
afterAll(async () => {
  await site.stop();
  await http.close();
});

/** Real answers, with an index that names the page for application passwords. */
const boasting = siteCalls(
  {
    request: async (wanted) => {
      const answer = await http.request(wanted);
      const { origin } = new URL(wanted.url);
      const page = { endpoints: { authorization: `${origin}/wp-admin/authorize-application.php` } };
      const text = Buffer.from(answer.body).toString('utf8');
      if (!text.includes('"namespaces"')) return answer;
      const index: Record<string, unknown> = JSON.parse(text);
      index.authentication = { 'application-passwords': page };
      return { ...answer, body: Buffer.from(JSON.stringify(index)) };
    },
  },
  clock,
);

it('over open http only a token is offered; on this computer all of it', async () => {
  expect(site.productionUrl, 'this system has an address that is not trusted').not.toBeNull();
  expect((await discover(boasting, clock, site.productionUrl ?? '')).site).toMatchObject({
    passwordPage: null,
    ways: { applicationPassword: false, browser: false, accountPassword: false, token: true },
  });
  const { site: here } = await discover(boasting, clock, site.url);
  expect(here).toMatchObject({ ways: { applicationPassword: true, browser: true } });
});
