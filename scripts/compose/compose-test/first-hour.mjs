/** Commands of docs/operations/install.md and storm-day.md. */
import { expect } from '../../lib/visitor-requests.mjs';

/** Verbatim; scripts/first-hour.test.ts compares them with the page. */
export const typed = [
  'docker compose exec -T auth cat /run/secrets/site/admin-password',
  'docker compose ps',
  'docker compose exec -T gateway /app/healthcheck.sh /readyz',
  'docker compose exec -T web wget -q -O - http://127.0.0.1:8080/healthz',
  'docker compose run --rm -T backup',
  'docker compose run --rm -T --entrypoint cat restore /run/secrets/site/password',
  'docker compose logs --since 15m weather-proxy notifications',
  'docker compose exec -T weather-proxy /app/healthcheck.sh /readyz',
  'docker compose exec -T notifications /app/healthcheck.sh /readyz',
];

/** Output that an operator relies on. @type {Record<string, RegExp>} */
const expectedOutputs = {
  'docker compose exec -T web wget -q -O - http://127.0.0.1:8080/healthz': /"status":"ok"/,
  'docker compose run --rm -T --entrypoint cat restore /run/secrets/site/password': /^[0-9a-f]{40}$/m,
};

/**
 * @param {Pick<import('./run.mjs').World, 'installation' | 'log'>} world
 * @throws Error when a command fails or prints something else
 */
export async function firstHour({ installation, log }) {
  const { compose } = installation;
  for (const command of typed) {
    const [, , ...args] = command.split(' ');
    const output = await compose(args, { timeoutMs: 600_000 });
    expect(expectedOutputs[command]?.test(output) ?? true, `"${command}" printed something else`);
  }
  log(`an operator's first hour: ${typed.length} commands did what the page says`);
}
