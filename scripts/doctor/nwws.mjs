/** The NWWS-OI feed: connection, encryption, sign-in, and the age of its last product. */

/** The feed has several products a second, and sends the last five minutes to a new listener. */
const maxProductAgeMs = 10 * 60_000;

const todoOf = (/** @type {string} */ reason) =>
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
  const [{ z }, { nwwsVariables, nwwsSettings }, { NwwsConnection }, { systemClock }] = await Promise.all([
    import('zod'),
    import('@site/weather-proxy/nwws/settings'),
    import('@site/weather-proxy/nwws/nwws-connection'),
    import('@site/platform/base/clock'),
  ]);
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const settings = nwwsSettings(z.object(nwwsVariables).parse(variables));
  if (!settings) return report.add('nwws-oi', 'off', 'NWWS_USER and NWWS_PASSWORD not set');
  let newestAt = -Infinity;
  const isFresh = () => Date.now() - newestAt <= maxProductAgeMs;
  /** @type {import('@site/weather-proxy/nwws/nwws-connection').NwwsConnection | undefined} */
  let connection;
  const listened = new Promise((resolve, reject) => {
    connection = new NwwsConnection(
      settings,
      {
        onProduct: ({ issue }) => {
          newestAt = Math.max(newestAt, Date.parse(issue) || -Infinity);
          if (isFresh()) resolve(undefined);
        },
        onUp: () => setTimeout(resolve, listenMs),
        onDown: (reason) => reject(new Error(reason)),
      },
      systemClock,
    );
    connection.start();
  });
  try {
    await listened;
    const minutes = Math.round((Date.now() - newestAt) / 60_000);
    const detail = newestAt === -Infinity ? 'no product' : `last product ${minutes} min old`;
    if (isFresh()) report.add('nwws-oi', 'ok', `${settings.host}: signed in, ${detail}`);
    else report.add('nwws-oi', 'warning', detail, 'Warnings wait for the next poll. Check the feed’s status page.');
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    report.add('nwws-oi', 'FAILED', message, todoOf(message));
  } finally {
    await connection?.stop();
  }
}
