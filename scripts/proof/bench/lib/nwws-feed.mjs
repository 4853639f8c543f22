import { join } from 'node:path';
import { freePort } from '../../../../services/platform/local/ports.mjs';
import { root } from '../../../lib/checkout.mjs';
import { until } from '../../../lib/until.mjs';
import { startProgram } from '../../lib/start-program.mjs';

/** Starts a simulated NWWS-OI feed; `environment` makes a product follow it. */
export async function startFeed(defer) {
  const port = await freePort();
  const control = await freePort();
  await startProgram({
    file: join(root, 'simulator/dist/xmpp/main.js'),
    args: ['--port', String(port), '--control', String(control)],
    defer,
  });
  const controlUrl = `http://127.0.0.1:${control}`;
  return {
    environment: { NWWS_HOST: `127.0.0.1:${port}`, NWWS_USER: 'simulated', NWWS_PASSWORD: 'simulated wire' },
    untilFollowed: () =>
      until('the product to connect', async () => (await (await fetch(`${controlUrl}/listeners`)).text()) === '1'),
    /** Issues a tornado warning; returns when. */
    async warn(number) {
      const at = Date.now();
      await fetch(`${controlUrl}/warning?number=${String(number).padStart(4, '0')}`, { method: 'POST' });
      return at;
    },
  };
}
