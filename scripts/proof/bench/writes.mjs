import { startBareNest } from './lib/bare-nest.mjs';
import { cannon, unique } from './lib/autocannon-load.mjs';
import { rounds } from './lib/alternating-rounds.mjs';
import { rounded } from '../lib/statistics.mjs';

/** Ratios to a bare INSERT; the best comparable product, without outbox and idempotency keys, reaches 0.29. */
const min = { contact: 0.35, newsletter: 0.3 };
const maxP99Ms = 200;
const connections = 16;

const feedback = 'Thank you for the warning last night. We were in the cellar ten minutes before it came.';
const json = { 'Content-Type': 'application/json' };
const keyed = { 'Idempotency-Key': `bench-${unique}` };

/** A response means that the row, outbox entry and idempotency record are committed. */
export const benchmark = {
  name: 'writes',
  title: 'POST contact-us and news/letter/create beside a bare Nest handler doing one INSERT, 16 in parallel',
  goal: `contact ≥ ${min.contact} ×, newsletter ≥ ${min.newsletter} × the bare INSERT, p99 ≤ ${maxP99Ms} ms`,

  async run({ quick, product, defer }) {
    const running = await product();
    const bareUrl = await startBareNest(running, defer);
    const requests = {
      bare: {
        url: `${bareUrl}/insert`,
        headers: json,
        body: JSON.stringify({ name: `Ada ${unique}`, email: 'ada@example.org', feedback }),
      },
      contact: {
        url: `${running.url}/main/contact-us`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...keyed },
        body: `${new URLSearchParams({
          name: 'Ada Visitor',
          email: 'ada@example.org',
          phone: '+1 501 555 0100',
          feedback,
        })}+${unique}`,
      },
      newsletter: {
        url: `${running.url}/main/news/letter/create`,
        headers: { ...json, ...keyed },
        body: JSON.stringify({ email: `ada.${unique}@example.org` }),
      },
    };
    const seconds = quick ? 2 : 5;
    const subjects = Object.fromEntries(
      Object.entries(requests).map(([name, { url, ...request }]) => [
        name,
        () => cannon({ url, request: { method: 'POST', ...request }, connections, seconds }),
      ]),
    );
    // Mails wait until the writes are finished; `mail` measures those.
    const metrics = await running.withoutWorkers(() => rounds(subjects, quick ? 4 : 8));
    const ratioOf = (name) => rounded(metrics[name].requestsPerSecond / metrics.bare.requestsPerSecond, 3);
    const details = {
      contact: ratioOf('contact'),
      newsletter: ratioOf('newsletter'),
      p99Ms: rounded(Math.max(metrics.contact.p99Ms, metrics.newsletter.p99Ms), 1),
    };
    return {
      passed: Object.keys(min).every((name) => details[name] >= min[name]) && details.p99Ms <= maxP99Ms,
      measured: `contact ${details.contact} ×, newsletter ${details.newsletter} ×, p99 ${details.p99Ms} ms`,
      details,
      rows: Object.entries(metrics).map(([what, each]) => ({
        what,
        'requests/s': each.requestsPerSecond,
        'p50 ms': rounded(each.p50Ms, 1),
        'p99 ms': rounded(each.p99Ms, 1),
      })),
    };
  },
};
