import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { root } from '../../lib/checkout.mjs';
import { until } from '../../lib/until.mjs';
import { startProgram } from '../lib/program.mjs';
import { median, rounded } from '../lib/statistics.mjs';

const mostSeconds = 2;

export const benchmark = {
  name: 'wire-latency',
  title: 'a new warning: NWWS-OI feed → gateway, before the alert list has it',
  goal: `each within ${mostSeconds} s`,

  async run({ quick, product, say, defer }) {
    const [port, control] = [await freePort(), await freePort()];
    await startProgram({
      file: join(root, 'simulator/dist/xmpp/main.js'),
      words: ['--port', String(port), '--control', String(control)],
      defer,
    });
    const running = await product({
      environment: {
        ALERTS_POLL_SECONDS: '30',
        NWWS_HOST: `127.0.0.1:${port}`,
        NWWS_USER: 'simulated',
        NWWS_PASSWORD: 'simulated wire',
      },
      fresh: true,
    });
    await running.simulator.playAlerts([]);
    const listeners = async () => (await fetch(`http://127.0.0.1:${control}/listeners`)).text();
    await until('the product to connect', async () => (await listeners()) === '1');
    const listed = async () => {
      const { data } = await (await fetch(`${running.url}/main/weather/alerts`)).json();
      return data.alerts;
    };

    const count = quick ? 15 : 50;
    say(`${count} warnings, one after another`);
    const seconds = [];
    for (let number = 1; number <= count; number += 1) {
      const name = String(number).padStart(4, '0');
      const saidAt = Date.now();
      await fetch(`http://127.0.0.1:${control}/warning?number=${name}`, { method: 'POST' });
      const isListed = async () => (await listed()).some(({ id }) => id.startsWith(`urn:nwws:KLZK.TO.W.${name}.`));
      await until(`warning ${name} at the gateway`, isListed, { everyMs: 10 });
      seconds.push((Date.now() - saidAt) / 1_000);
      // Out of step with anything that happens each second.
      await wait(100 + (number % 7) * 90);
    }
    const ofWire = (await listed()).filter(({ id }) => id.startsWith('urn:nwws:'));
    const isMarked = ofWire.length === count && ofWire.every((alert) => alert.from_wire);
    if (!isMarked) say('some are not marked as coming from the feed');
    const details = { medianSeconds: rounded(median(seconds)), worstSeconds: rounded(Math.max(...seconds)), count };
    return {
      holds: details.worstSeconds <= mostSeconds && isMarked,
      measured: `median ${details.medianSeconds} s, worst ${details.worstSeconds} s`,
      details,
    };
  },
};
