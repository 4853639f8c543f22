import { startFakeHouse, type FakeHouse } from './fake-house.js';
import { startTestGateway, type TestGateway } from './test-gateway.js';

/** Starts fake services and a gateway for all tests of a file. */
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
