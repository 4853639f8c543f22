import { startFakeServices, type FakeServices } from './fake-services.js';
import { startTestGateway, type TestGateway } from './test-gateway.js';

export function givenGateway(environment: NodeJS.ProcessEnv = {}): { services: FakeServices; gateway: TestGateway } {
  const given = {} as { services: FakeServices; gateway: TestGateway };
  beforeAll(async () => {
    given.services = await startFakeServices();
    given.gateway = await startTestGateway(given.services, environment);
  });
  afterAll(async () => {
    await given.gateway.close();
    given.services.kill();
  });
  return given;
}
