import { parseArgs } from 'node:util';
import { startSimulator } from './simulator.js';

/** Runs the provider simulator: `node simulator/dist/main.js --port 9090`. */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '9090' }, host: { type: 'string', default: '127.0.0.1' } },
});

try {
  const simulator = await startSimulator({ port: Number(values.port), host: values.host });
  process.stdout.write(`provider simulator: ${simulator.url}\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void simulator.close().then(() => process.exit(0)));
  }
} catch (error) {
  process.stderr.write(`provider simulator: cannot start: ${(error as Error).message}\n`);
  process.exit(1);
}
