import { HealthImplementation } from 'grpc-health-check';
import { Readiness } from '../base/probes.js';
import { reportHealth } from './start-service.js';

it('reports the whole service as not serving, and each dependency by its own name', async () => {
  const broken = new Set<string>();
  const check = (name: string) => async () => {
    if (broken.has(name)) throw new Error(`${name} is away`);
  };
  const readiness = new Readiness({ database: check('database'), objectStore: check('objectStore') });
  const health = new HealthImplementation();
  const message: Record<string, string> = {};
  health.setStatus = (name, status) => void (message[name] = status);
  const report = async () => {
    await reportHealth(health, readiness, ['database', 'objectStore']);
    return { ...message };
  };

  expect(await report()).toEqual({ '': 'SERVING', database: 'SERVING', objectStore: 'SERVING' });
  broken.add('database');
  expect(await report()).toEqual({ '': 'NOT_SERVING', database: 'NOT_SERVING', objectStore: 'SERVING' });
  broken.clear();
  expect(await report()).toEqual({ '': 'SERVING', database: 'SERVING', objectStore: 'SERVING' });
});
