import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPushService } from './push-service.js';

/**
 * Runs a simulated push service: `node simulator/dist/push-service/main.js --port 9091 --tls folder --counting`.
 * `--tls` names a folder with tls.crt and tls.key; `--open-every 1` opens every push.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9091' },
    host: { type: 'string', default: '127.0.0.1' },
    tls: { type: 'string' },
    'open-every': { type: 'string', default: '100' },
    counting: { type: 'boolean', default: false },
  },
});

try {
  const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');
  const service = await startPushService({
    port: Number(values.port),
    host: values.host,
    openInterval: Number(values['open-every']),
    isCounting: values.counting,
    ...(values.tls && { tls: { certificate: read(values.tls, 'tls.crt'), key: read(values.tls, 'tls.key') } }),
  });
  process.stdout.write(`push service ready: ${service.url}\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void service.close().then(() => process.exit(0)));
} catch (error) {
  process.stderr.write(`push service: cannot start: ${(error as Error).message}\n`);
  process.exit(1);
}
