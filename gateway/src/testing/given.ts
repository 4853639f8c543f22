import { startFakeHouse, type FakeHouse } from './fake-house.js';
import { startTestGateway, type TestGateway } from './test-gateway.js';

export function givenGateway(environment: NodeJS.ProcessEnv = {}): { house: FakeHouse; gateway: TestGateway } {
  const given = {} as { house: FakeHouse; gateway: TestGateway };
  beforeAll(async () => {
    given.house = await startFakeHouse();
    given.gateway = await startTestGateway(given.house, environment);
  });
  afterAll(async () => {
    await given.gateway.close();
    given.house.kill();
  });
  return given;
}
