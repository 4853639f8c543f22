import 'reflect-metadata';

/**
 * The product's gateway without a cached response for GET /main/home: each request calls the services, and its response
 * is built and compressed for it alone. Takes the gateway's variables.
 */
const built = (file) => import(new URL(`../../../../gateway/dist/${file}`, import.meta.url).href);
const [{ createGateway }, { completeConfig, gatewayVariables }, { Clients }, { listen, drain }] = await Promise.all(
  ['application.js', 'config.js', 'edge/clients/clients.js', 'edge/http-server.js'].map(built),
);
const [{ PublicResponses, contentHeaders }, { prepare }, { toHomeJson }, { success }] = await Promise.all(
  [
    'responses/public-responses.js',
    'responses/prepared-response.js',
    'responses/content-json.js',
    'edge/envelope.js',
  ].map(built),
);
const { loadConfig } = await import('@site/platform/base/config');
const { createLogger } = await import('@site/platform/base/logger');

const config = completeConfig(loadConfig(gatewayVariables));
const logger = createLogger({ name: 'cold-gateway', level: config.LOG_LEVEL, format: 'json' });
const app = await createGateway(config, logger);
const clients = app.get(Clients);
const publicResponses = app.get(PublicResponses);
const ready = publicResponses.ready.bind(publicResponses);
const wait = publicResponses.wait.bind(publicResponses);
publicResponses.ready = (path) => (path === '/main/home' ? undefined : ready(path));
publicResponses.wait = async (path) => {
  if (path !== '/main/home') return wait(path);
  const [content, submissions] = await Promise.all([
    clients.contentHome.getHomeContent({}),
    clients.submissionsHome.getHomeSubmissions({}),
  ]);
  const meta = { sections: { content: 'fresh', submissions: 'fresh' } };
  return prepare(
    JSON.stringify(success('Home data', toHomeJson(content, submissions, config), { meta })),
    contentHeaders,
  );
};
await app.init();
const server = app.getHttpServer();
await listen(server, config.PORT, config.HOST);
process.on('SIGTERM', () => void drain(server).then(() => process.exit(0)));
process.stdout.write('ready\n');
