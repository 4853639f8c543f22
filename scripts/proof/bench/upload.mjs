import { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import { rssMb } from '../lib/costs.mjs';
import { formAround, formType } from '../lib/multipart.mjs';
import { startBareNest } from './lib/bare-nest.mjs';
import { rounds } from './lib/rounds.mjs';
import { median, rounded } from '../lib/statistics.mjs';
import { atOnce, fourMegabytes, sendPhoto } from './lib/photos.mjs';

const least = 5;
const mostMb = 350;
/** Before a user would notice a delay. */
const refusedWithinMs = 1_000;
const together = 8;
const crowd = 200;

async function resizeThere(url, photo) {
  const { before, after } = formAround({}, 'file');
  const answer = await fetch(`${url}/resize`, {
    method: 'POST',
    headers: { 'Content-Type': formType },
    body: Buffer.concat([before, photo, after]),
  });
  if (answer.status !== 201) throw new Error(`the bare handler returned ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function crowdOf(running, photo) {
  const pid = running.pids().gateway;
  let mostRss = rssMb(pid);
  const watching = setInterval(() => (mostRss = Math.max(mostRss, rssMb(pid))), 50);
  const agent = new Agent({ keepAlive: true, maxSockets: crowd });
  try {
    const answers = await atOnce(crowd, crowd, (number) =>
      sendPhoto(running.url, photo, { comment: `Crowd ${number} ${performance.now()}`, agent }),
    );
    if (running.pids().gateway !== pid) throw new Error('the gateway exited');
    return { answers, mostRss };
  } finally {
    clearInterval(watching);
    agent.destroy();
  }
}

/** Accepting a photo costs a copy to disk and one to the object store; resizing is queued. */
export const benchmark = {
  name: 'upload',
  title: `Photos of 4 MB, ${together} in parallel, beside a bare Nest handler that resizes before it responds; then ${crowd} in parallel`,
  goal: `≥ ${least} × the bare handler; gateway ≤ ${mostMb} MB, excess immediately refused with 503`,

  async run({ quick, product, defer, say }) {
    const running = await product();
    const bareUrl = await startBareNest(running, defer);
    const photo = await fourMegabytes();
    const agent = new Agent({ keepAlive: true, maxSockets: together });
    defer(() => agent.destroy());
    let sent = 0;
    const perSecond = async (count, send) => {
      const from = performance.now();
      await atOnce(count, together, send);
      return { perSecond: count / ((performance.now() - from) / 1_000) };
    };
    const count = quick ? 16 : 32;
    const { ours, bare } = await rounds(
      {
        async ours() {
          const send = async () => {
            const answer = await sendPhoto(running.url, photo, { comment: `Storm ${sent++} ${Date.now()}`, agent });
            if (answer.status !== 201) throw new Error(`a photo returned ${answer.status ?? answer.error}`);
          };
          // `pictures` measures the resizing.
          const figures = await running.withoutWorkers(() => perSecond(count, send));
          // The worker finishes this round's photos before the next begins.
          await running.untilPicturesDone({ withinMs: 600_000, intervalMs: 200 });
          return figures;
        },
        bare: () => perSecond(together * 2, () => resizeThere(bareUrl, photo)),
      },
      quick ? 3 : 5,
    );
    const ratio = ours.perSecond / bare.perSecond;

    say(`${crowd} at once`);
    const { answers, mostRss } = await crowdOf(running, photo);
    const refused = answers.filter(({ status }) => status === 503);
    const accepted = answers.filter(({ status }) => status === 201);
    const others = answers.filter(({ status }) => status !== 503 && status !== 201);
    const refusedMs = refused.length > 0 ? Math.round(median(refused.map(({ answeredMs }) => answeredMs))) : 0;
    const isPolite = refused.every(({ headers }) => headers['retry-after']);
    await running.untilPicturesDone({ withinMs: 600_000 });
    const gatewayMb = Math.round(mostRss);
    return {
      holds:
        ratio >= least &&
        gatewayMb <= mostMb &&
        others.length === 0 &&
        refused.length > 0 &&
        isPolite &&
        refusedMs <= refusedWithinMs,
      measured: `${rounded(ratio, 1)} ×, gateway ${gatewayMb} MB, ${accepted.length} accepted, ${refused.length} refused after ${refusedMs} ms`,
      details: {
        ratio: rounded(ratio),
        perSecond: rounded(ours.perSecond, 1),
        barePerSecond: rounded(bare.perSecond, 1),
        gatewayMb,
        accepted: accepted.length,
        refused: refused.length,
        refusedMs,
        others: others.map(({ status, error }) => status ?? error),
      },
    };
  },
};
