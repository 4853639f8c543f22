/**
 * Runs in a separate pod, because access from outside (`kubectl port-forward`) ends with the pod it leads to: reads and
 * writes at a constant rate, each on a new connection and from a different address. Writes a line per second with the
 * requests and failures. Uses only Node, and is passed to the pod as text.
 *     node visitor.mjs SITE RUN READS-A-SECOND WRITES-A-SECOND
 */
const [site, run, readsASecond, writesASecond] = process.argv.slice(-4);
const pages = ['/', '/main/home', '/main/teams', '/now'];
let number = 0;
let second = { reads: 0, writes: 0, failed: {} };

/** Returns an address reserved for benchmarks (RFC 2544), which belongs to no one. */
const address = () =>
  `198.${18 + (number % 2)}.${Math.floor(number / 2 / 250) % 250}.${1 + (Math.floor(number / 2) % 250)}`;

async function ask(kind, path, options = {}) {
  number += 1;
  second[kind] += 1;
  const headers = { Connection: 'close', 'X-Forwarded-For': address(), ...options.headers };
  let reason;
  try {
    const answer = await fetch(`${site}${path}`, { ...options, headers, signal: AbortSignal.timeout(15_000) });
    await answer.arrayBuffer();
    if (answer.ok) return;
    reason = answer.status;
  } catch (error) {
    reason = error.cause?.code ?? error.name;
  }
  // Counted in the second in which the failure is noticed.
  const what = `${reason} ${path}`;
  second.failed[what] = (second.failed[what] ?? 0) + 1;
}

const write = () =>
  ask('writes', '/main/contact-us', {
    method: 'POST',
    headers: { 'Idempotency-Key': `${run}-${number}` },
    body: new URLSearchParams({
      name: 'A visitor',
      phone: '501 555 0100',
      email: `${run}@walk.test`,
      feedback: `Message ${number} of ${run}`,
    }),
  });

const underWay = new Set();
const begin = (work) => {
  const call = work().finally(() => underWay.delete(call));
  underWay.add(call);
};
const report = () => {
  process.stdout.write(`${JSON.stringify(second)}\n`);
  second = { reads: 0, writes: 0, failed: {} };
};
const timers = [
  setInterval(() => begin(() => ask('reads', pages[number % pages.length])), 1_000 / Number(readsASecond)),
  setInterval(() => begin(write), 1_000 / Number(writesASecond)),
  setInterval(report, 1_000),
];
// Counts the last requests, too.
process.once('SIGTERM', async () => {
  timers.forEach(clearInterval);
  await Promise.all(underWay);
  report();
});
