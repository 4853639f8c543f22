/**
 * Runs in a pod of its own, because a way in from outside (`kubectl port-forward`) ends with the pod that it leads to: reads and writes
 * at a constant rate, each on a new connection and from an address of its own. Writes a line a second: what was asked for in it, and
 * what failed. Uses nothing but Node, and is handed to the pod as text.
 *   node visitor.mjs SITE RUN READS-A-SECOND WRITES-A-SECOND
 */
const [site, run, readsASecond, writesASecond] = process.argv.slice(-4);
const pages = ['/', '/main/home', '/main/teams', '/now'];
let number = 0;
let second = { reads: 0, writes: 0, failed: {} };

/** One of the addresses that are kept for documents (RFC 5737), and of benchmarks (RFC 2544): nobody has them. */
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
  // In the second in which it is known.
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
// The last ones are counted, too.
process.once('SIGTERM', async () => {
  timers.forEach(clearInterval);
  await Promise.all(underWay);
  report();
});
