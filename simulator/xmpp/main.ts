import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { warningSteps } from './warning-steps.js';
import { startXmppServer } from './xmpp-server.js';

/**
 * Runs the simulated NWWS-OI feed: `node simulator/dist/xmpp/main.js --port 5222 --control 9092`.
 *
 * | call on the control port | does |
 * |---|---|
 * | `POST /outbreak?minutes_per_s=1` | plays a tornado warning from its first message to its end |
 * | `POST /warning?number=0042` | sends one new tornado warning |
 * | `GET /listeners` | returns the number of clients in the room |
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '5222' },
    host: { type: 'string', default: '127.0.0.1' },
    control: { type: 'string', default: '9092' },
  },
});

try {
  const server = await startXmppServer({ port: Number(values.port), host: values.host });
  const playWarning = (minutesPerSecond: number) => {
    const minuteMs = 1_000 / minutesPerSecond;
    for (const { minute, product } of warningSteps({ start: new Date(), minuteMs }))
      setTimeout(() => server.say(product), minute * minuteMs);
  };
  const control = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator');
    switch (`${request.method} ${pathname}`) {
      case 'POST /outbreak':
        playWarning(Number(searchParams.get('minutes_per_s') ?? 1));
        return void response.writeHead(202).end();
      case 'POST /warning': {
        const [first] = warningSteps({ start: new Date(), number: searchParams.get('number') ?? '0042' });
        if (first) server.say(first.product);
        return void response.writeHead(202).end();
      }
      case 'GET /listeners':
        return void response.writeHead(200).end(String(server.listeners()));
      default:
        return void response.writeHead(404).end();
    }
  });
  control.listen(Number(values.control), values.host);
  process.stdout.write(`simulated wire ready: ${server.address}\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      control.close();
      void server.close().then(() => process.exit(0));
    });
} catch (error) {
  process.stderr.write(`simulated wire: cannot start: ${(error as Error).message}\n`);
  process.exit(1);
}
