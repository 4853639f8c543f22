import { get } from 'node:http';

/** Checks this container's own process: `node healthcheck.mjs /healthz`. Exits with 0 when it answers 200. */
const port = process.env.METRICS_PORT ?? 9464;
const request = get({ host: '127.0.0.1', port, path: process.argv[2] ?? '/healthz', timeout: 2_000 }, (response) => {
  process.exit(response.statusCode === 200 ? 0 : 1);
});
request.on('timeout', () => request.destroy(new Error('no answer')));
request.on('error', () => process.exit(1));
