import { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import { rssMb } from '../lib/process-usage.mjs';
import { formAround, formType } from '../lib/multipart.mjs';
import { startBareNest } from './lib/bare-nest.mjs';
import { rounds } from './lib/alternating-rounds.mjs';
import { median, rounded } from '../lib/statistics.mjs';
import { atOnce, fourMegabytes, sendPhoto } from './lib/send-photos.mjs';

const minRatio = 5;
const maxMb = 350;
/** Before a user would notice a delay. */
const rejectedWithinMs = 1_000;
const together = 8;
const crowd = 200;

async function resizeThere(url, photo) {
  const { before, after } = formAround({}, 'file');
  const response = await fetch(`${url}/resize`, {
    method: 'POST',
    headers: { 'Content-Type': formType },
    body: Buffer.concat([before, photo, after]),
  });
  if (response.status !== 201)
    throw new Error(`the bare handler returned ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

async function crowdOf(running, photo) {
  const pid = running.pids().gateway;
  let maxRss = rssMb(pid);
  const watching = setInterval(() => (maxRss = Math.max(maxRss, rssMb(pid))), 50);
  const agent = new Agent({ keepAlive: true, maxSockets: crowd });
  try {
    const responses = await atOnce(crowd, crowd, (number) =>
      sendPhoto(running.url, photo, { comment: `Crowd ${number} ${performance.now()}`, agent }),
    );
    if (running.pids().gateway !== pid) throw new Error('the gateway exited');
    return { responses, maxRss };
  } finally {
    clearInterval(watching);
    agent.destroy();
  }
}

/** Accepting a photo costs a copy to disk and one to the object store; resizing is queued. */
export const benchmark = {
  name: 'upload',
  title: `Photos of 4 MB, ${together} in parallel, beside a bare Nest handler that resizes before it responds; then ${crowd} in parallel`,
  goal: `≥ ${minRatio} × the bare handler; gateway ≤ ${maxMb} MB, excess immediately refused with 503`,

  async run({ quick, product, defer, log }) {
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
    const { gateway, bare } = await rounds(
      {
        async gateway() {
          const send = async () => {
            const response = await sendPhoto(running.url, photo, { comment: `Storm ${sent++} ${Date.now()}`, agent });
            if (response.status !== 201) throw new Error(`a photo returned ${response.status ?? response.error}`);
          };
          // `pictures` measures the resizing.
          const metrics = await running.withoutWorkers(() => perSecond(count, send));
          // The worker finishes this round's photos before the next begins.
          await running.untilImagesProcessed({ withinMs: 600_000, intervalMs: 200 });
          return metrics;
        },
        bare: () => perSecond(together * 2, () => resizeThere(bareUrl, photo)),
      },
      quick ? 3 : 5,
    );
    const ratio = gateway.perSecond / bare.perSecond;

    log(`${crowd} at once`);
    const { responses, maxRss } = await crowdOf(running, photo);
    const rejected = responses.filter(({ status }) => status === 503);
    const accepted = responses.filter(({ status }) => status === 201);
    const others = responses.filter(({ status }) => status !== 503 && status !== 201);
    const rejectedMs = rejected.length > 0 ? Math.round(median(rejected.map(({ responseMs }) => responseMs))) : 0;
    const isPolite = rejected.every(({ headers }) => headers['retry-after']);
    await running.untilImagesProcessed({ withinMs: 600_000 });
    const gatewayMb = Math.round(maxRss);
    return {
      passed:
        ratio >= minRatio &&
        gatewayMb <= maxMb &&
        others.length === 0 &&
        rejected.length > 0 &&
        isPolite &&
        rejectedMs <= rejectedWithinMs,
      measured: `${rounded(ratio, 1)} ×, gateway ${gatewayMb} MB, ${accepted.length} accepted, ${rejected.length} refused after ${rejectedMs} ms`,
      details: {
        ratio: rounded(ratio),
        perSecond: rounded(gateway.perSecond, 1),
        barePerSecond: rounded(bare.perSecond, 1),
        gatewayMb,
        accepted: accepted.length,
        rejected: rejected.length,
        rejectedMs,
        others: others.map(({ status, error }) => status ?? error),
      },
    };
  },
};
