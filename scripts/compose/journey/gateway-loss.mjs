import { expect, photo } from '../../lib/visitor-journey.mjs';
import { until } from '../../lib/until.mjs';

/** Stops the gateway: nginx serves stale pages and responses, and rejects writes with a message. */
export async function gatewayLoss({ installation, site, say }) {
  const { compose } = installation;
  const { get, address } = site;
  await compose(['stop', 'gateway']);
  const stoppedAt = Date.now();
  await until(
    'the home response to be served stale',
    async () => {
      const home = await get('/main/home');
      expect(home.status === 200, `/main/home without a gateway returned ${home.status}`);
      // Longer than a response is stale during an ordinary refresh.
      return Date.now() - stoppedAt > 4_000 && home.headers.get('x-cache') === 'STALE';
    },
    { withinMs: 20_000, everyMs: 200 },
  );
  expect((await get('/')).status === 200, 'the home page needs a gateway');
  const unseen = await get('/livecam');
  expect(
    unseen.status === 200 && (await unseen.text()).includes('id="root"'),
    'a page that was never requested needs a gateway',
  );
  const write = await fetch(`${address}/main/snapshot/create`, { method: 'POST', body: await photo('Into the void') });
  expect(
    write.status === 503 && write.headers.get('retry-after'),
    `a photo without a gateway returned ${write.status}`,
  );
  say('without a gateway, pages and responses are served stale, and writes are rejected with a message');
  await compose(['start', 'gateway']);
  const isBack = async () => (await get('/main/snapshots?limit=1')).headers.get('x-cache') === 'MISS';
  await until('the gateway to be back', isBack, { withinMs: 90_000, everyMs: 200 });
}
