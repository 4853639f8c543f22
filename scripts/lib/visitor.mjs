/**
 * Reads and writes at a constant rate, each request on a new connection and from a different address. Writes a line per
 * second with the requests, the failures and the numbers of the acknowledged messages (`visitor-totals.mjs` adds them up). Uses only Node, and is passed to a pod as text,
 * because `kubectl port-forward` ends with its pod.
 *     node visitor.mjs SITE RUN READS-A-SECOND WRITES-A-SECOND
 */
const [site, run, readsASecond, writesASecond] = process.argv.slice(-4);
const pages = ['/', '/main/home', '/main/weather/alerts', '/now', '/main/teams'];
const noVisits = () => ({
  reads: 0,
  writes: 0,
  acknowledged: /** @type {number[]} */ ([]),
  failed: /** @type {Record<string, number>} */ ({}),
  alerts: 0,
  unknownAlerts: 0,
  slowestMs: 0,
});
let number = 0;
let second = noVisits();

/** Returns an address reserved for benchmarks (RFC 2544). */
const address = () =>
  `198.${18 + (number % 2)}.${Math.floor(number / 2 / 250) % 250}.${1 + (Math.floor(number / 2) % 250)}`;

/**
 * @param {'reads' | 'writes'} kind
 * @param {string} path
 * @param {RequestInit & { headers?: Record<string, string> }} [options]
 */
async function sendRequest(kind, path, options = {}) {
  number += 1;
  second[kind] += 1;
  const headers = { Connection: 'close', 'X-Forwarded-For': address(), ...options.headers };
  const from = performance.now();
  let reason;
  try {
    const response = await fetch(`${site}${path}`, { ...options, headers, signal: AbortSignal.timeout(15_000) });
    const text = await response.text();
    if (response.ok) {
      countAlerts(path, text);
      return true;
    }
    reason = `${response.status} ${path} ${/"message":"([^"]*)"/.exec(text)?.[1] ?? ''}`.trim();
  } catch (error) {
    const { name, cause } = /** @type {Error & { cause?: { code?: string } }} */ (error);
    reason = `${cause?.code ?? name} ${path}`;
  } finally {
    second.slowestMs = Math.max(second.slowestMs, Math.round(performance.now() - from));
  }
  // In the second in which the failure is noticed.
  second.failed[reason] = (second.failed[reason] ?? 0) + 1;
}

/** @param {string} path @param {string} text */
function countAlerts(path, text) {
  if (path !== '/main/weather/alerts') return;
  second.alerts += 1;
  if (!/"ok":true/.test(text)) second.unknownAlerts += 1;
}

async function write() {
  const id = number;
  const isAcknowledged = await sendRequest('writes', '/main/contact-us', {
    method: 'POST',
    headers: { 'Idempotency-Key': `${run}-${id}` },
    body: new URLSearchParams({
      name: 'A visitor',
      phone: '501 555 0100',
      email: `${run}@visitor.test`,
      feedback: `Message ${id} of ${run}`,
    }),
  });
  if (isAcknowledged) second.acknowledged.push(id);
}

const underWay = new Set();
const begin = (/** @type {() => Promise<unknown>} */ work) => {
  const call = work().finally(() => underWay.delete(call));
  underWay.add(call);
};
const report = () => {
  process.stdout.write(`${JSON.stringify(second)}\n`);
  second = noVisits();
};
const timers = [
  setInterval(
    () => begin(() => sendRequest('reads', pages[number % pages.length] ?? '/')),
    1_000 / Number(readsASecond),
  ),
  setInterval(() => begin(write), 1_000 / Number(writesASecond)),
  setInterval(report, 1_000),
];
// Counts the last requests, too.
process.once('SIGTERM', async () => {
  timers.forEach(clearInterval);
  await Promise.all(underWay);
  report();
});
