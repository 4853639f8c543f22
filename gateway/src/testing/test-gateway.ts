import type { Server } from 'node:http';
import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createGateway } from '../application.js';
import { configFrom } from '../config.js';
import { PublicResponses } from '../responses/public-responses.js';
import { testTlsVariables } from '../../../services/platform/testing/identities.js';
import { testLogger } from '../../../services/platform/testing/logger.js';
import { testStoreKey } from '../../../services/platform/testing/object-store.js';
import { until } from '../../../services/platform/testing/until.js';
import { checkResponses } from './response-check.js';
import type { FakeServices } from './fake-services.js';

/** The production gateway over fake services. Responses are checked against their documentation. */
export interface TestGateway {
  app: NestExpressApplication;
  server: Server;
  url: string;
  close(): Promise<void>;
}

export function aWebRoot(): string {
  const folder = mkdtempSync(join(tmpdir(), 'web-'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html><head><!--head--></head><body><div id="root"></div><!--home--></body></html>',
  );
  mkdirSync(join(folder, 'assets'));
  const script = `console.log(${JSON.stringify('weather '.repeat(200))})`;
  writeFileSync(join(folder, 'assets/main-abc123.js'), script);
  writeFileSync(join(folder, 'assets/main-abc123.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'page-files.json'), JSON.stringify({ '/about': ['/assets/about-def456.js'] }));
  writeFileSync(join(folder, 'humans.txt'), 'User-agent: *\n');
  return folder;
}

export async function startTestGateway(
  services: Pick<FakeServices, 'content' | 'submissions' | 'auth' | 'weather' | 'notifications'>,
  environment: NodeJS.ProcessEnv = {},
): Promise<TestGateway> {
  const key = testStoreKey('gateway');
  const config = configFrom({
    NODE_ENV: 'test',
    ...testTlsVariables('gateway'),
    PORT: '0',
    PUBLIC_URL: 'https://weather.example',
    CONTENT_GRPC_ADDRESS: services.content.address,
    SUBMISSIONS_GRPC_ADDRESS: services.submissions.address,
    AUTH_GRPC_ADDRESS: services.auth.address,
    WEATHER_GRPC_ADDRESS: services.weather.address,
    NOTIFICATIONS_GRPC_ADDRESS: services.notifications.address,
    S3_ENDPOINT: process.env['TEST_S3_ENDPOINT'] ?? 'http://127.0.0.1:9',
    S3_ACCESS_KEY: key?.accessKey ?? process.env['TEST_S3_ACCESS_KEY'] ?? 'test-key',
    S3_SECRET_KEY: key?.secretKey ?? process.env['TEST_S3_SECRET_KEY'] ?? 'test-secret',
    WEB_ROOT: aWebRoot(),
    ...environment,
  });
  const app = await createGateway(config, testLogger);
  await app.init();
  const server: Server = app.getHttpServer();
  checkResponses(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await until('the first answers have been tried', () => app.get(PublicResponses).haveBeenTried);
  return {
    app,
    server,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await app.close();
    },
  };
}
