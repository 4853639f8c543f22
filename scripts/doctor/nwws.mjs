/** The NWWS-OI feed: connection, encryption, sign-in, and the age of its last product. */

/** The feed has several products a second, and sends the last five minutes to a new listener. */
const maxProductAgeMs = 10 * 60_000;

const todoOf = (reason) =>
  /not-authorized/.test(reason)
    ? 'Check NWWS_USER and NWWS_PASSWORD.'
    : /encrypt|certificate|self-signed/.test(reason)
      ? 'Check NWWS_HOST: we only sign in over TLS with a valid certificate.'
      : 'Check DNS, the firewall (port 5222) and NWWS_HOST.';

/**
 * @param {import('./report.mjs').Report} report
 * @param {Record<string, string | undefined>} environment
 * @param {{ listenMs?: number }} options how long to wait for a product
 */
export async function checkNwws(report, environment, { listenMs = 10_000 } = {}) {
  const code = (name) => import(`@site/weather-proxy/${name}`);
  const [{ z }, { nwwsVariables, nwwsSettings }, { NwwsConnection }, { systemClock }] = await Promise.all([
    import('zod'),
    ...['nwws/settings', 'nwws/nwws-connection'].map(code),
    import('@site/platform/base/clock'),
  ]);
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const settings = nwwsSettings(z.object(nwwsVariables).parse(variables));
  if (!settings) return report.add('nwws-oi', 'off', 'NWWS_USER and NWWS_PASSWORD not set');
  let newestAt;
  let connection;
  const fresh = new Promise((resolve, reject) => {
    const handlers = {
      onProduct: ({ issue }) => {
        const at = Date.parse(issue);
        if (!Number.isNaN(at)) newestAt = Math.max(newestAt ?? at, at);
        if (Date.now() - newestAt <= maxProductAgeMs) resolve();
      },
      onUp: () => setTimeout(resolve, listenMs),
      onDown: (reason) => reject(new Error(reason)),
    };
    connection = new NwwsConnection(settings, handlers, systemClock);
  });
  connection.start();
  try {
    await fresh;
    const minutes = Math.round((Date.now() - newestAt) / 60_000);
    const detail = newestAt === undefined ? 'no product' : `last product ${minutes} min old`;
    if (newestAt !== undefined && Date.now() - newestAt <= maxProductAgeMs)
      report.add('nwws-oi', 'ok', `${settings.host}: signed in, ${detail}`);
    else report.add('nwws-oi', 'warning', detail, 'Warnings wait for the next poll. Check the feed’s status page.');
  } catch ({ message }) {
    report.add('nwws-oi', 'FAILED', message, todoOf(message));
  } finally {
    await connection.stop();
  }
}
