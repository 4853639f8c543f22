import { startFakeServices, type FakeServices } from './fake-services.js';
import { startTestGateway, type TestGateway } from './test-gateway.js';

export function setupGateway(environment: NodeJS.ProcessEnv = {}): { services: FakeServices; gateway: TestGateway } {
  const context = {} as { services: FakeServices; gateway: TestGateway };
  beforeAll(async () => {
    context.services = await startFakeServices();
    context.gateway = await startTestGateway(context.services, environment);
  });
  afterAll(async () => {
    await context.gateway.close();
    context.services.kill();
  });
  return context;
}
