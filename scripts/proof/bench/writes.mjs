import { startBareNest } from './lib/bare-nest.mjs';
import { cannon, unique } from './lib/cannon.mjs';
import { rounds } from './lib/rounds.mjs';
import { rounded } from '../lib/statistics.mjs';

/**
 * Ratios to a bare INSERT in the same run; the best comparable product, which has no outbox and no idempotency keys,
 * reaches 0.29.
 */
const least = { contact: 0.35, newsletter: 0.3 };
const mostP99Ms = 200;
const connections = 16;

const feedback = 'Thank you for the warning last night. We were in the cellar ten minutes before it came.';
const json = { 'Content-Type': 'application/json' };
const keyed = { 'Idempotency-Key': `bench-${unique}` };

const names = { bare: 'bare Nest, one INSERT', bareHop: 'bare Nest, gRPC, one INSERT' };

/** A response means that the row, outbox entry and idempotency record are committed. */
export const benchmark = {
  name: 'writes',
  title: 'POST contact-us and news/letter/create beside a bare Nest handler doing one INSERT, 16 in parallel',
  goal: `contact ≥ ${least.contact} ×, newsletter ≥ ${least.newsletter} × the bare INSERT, p99 ≤ ${mostP99Ms} ms`,

  async run({ quick, product, defer }) {
    const running = await product();
    const bareUrl = await startBareNest(running, defer);
    const message = {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ name: `Ada ${unique}`, email: 'ada@example.org', feedback }),
    };
    const requests = {
      bare: { url: `${bareUrl}/insert`, request: message },
      bareHop: { url: `${bareUrl}/insert-there`, request: message },
      contact: {
        url: `${running.url}/main/contact-us`,
        request: {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...keyed },
          body: new URLSearchParams({
            name: 'Ada Visitor',
            email: 'ada@example.org',
            phone: '+1 501 555 0100',
            feedback: `${feedback} ${unique}`,
          })
            .toString()
            .replace(encodeURIComponent(unique), unique),
        },
      },
      newsletter: {
        url: `${running.url}/main/news/letter/create`,
        request: {
          method: 'POST',
          headers: { ...json, ...keyed },
          body: JSON.stringify({ email: `ada.${unique}@example.org` }),
        },
      },
    };
    const seconds = quick ? 2 : 5;
    const subjects = Object.fromEntries(
      Object.entries(requests).map(([name, each]) => [name, () => cannon({ ...each, connections, seconds })]),
    );
    // The mails to thousands of sign-ups wait until the writes are finished; `mail` measures those.
    const figures = await running.withoutWorkers(() => rounds(subjects, quick ? 4 : 8));
    const ratiosTo = (reference) => {
      const ratioOf = (name) => rounded(figures[name].requestsPerSecond / figures[reference].requestsPerSecond, 3);
      return { contact: ratioOf('contact'), newsletter: ratioOf('newsletter') };
    };
    const ratios = ratiosTo('bare');
    // Excludes the cost of the hop between gateway and service, which no faster write can avoid.
    const ratiosBehindHop = ratiosTo('bareHop');
    const p99Ms = rounded(Math.max(figures.contact.p99Ms, figures.newsletter.p99Ms), 1);
    const isFast = Object.entries(least).every(([name, ratio]) => ratios[name] >= ratio);
    return {
      holds: isFast && p99Ms <= mostP99Ms,
      measured: `contact ${rounded(ratios.contact)} ×, newsletter ${rounded(ratios.newsletter)} × (${rounded(ratiosBehindHop.contact)} × and ${rounded(ratiosBehindHop.newsletter)} × of the same INSERT behind a bare gRPC hop), p99 ${p99Ms} ms`,
      details: {
        ratios,
        ratiosBehindHop,
        p99Ms,
        requestsPerSecond: Object.fromEntries(
          Object.entries(figures).map(([name, each]) => [name, each.requestsPerSecond]),
        ),
      },
      rows: Object.entries(figures).map(([what, each]) => ({
        what: names[what] ?? what,
        'requests/s': each.requestsPerSecond,
        'p50 ms': rounded(each.p50Ms, 1),
        'p99 ms': rounded(each.p99Ms, 1),
      })),
    };
  },
};
