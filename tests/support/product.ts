import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@site/platform/testing/service';
import { until } from '@site/platform/testing/until';

/** The product as a person starts it, on a port and a data folder of this test's own. */

const root = join(import.meta.dirname, '../..');

interface RunningState {
  pids: Record<string, number>;
  databaseUrl: string;
}

export interface Product {
  url: string;
  admin: { email: string; password: string };
  dataDir: string;
  /** Process ids by name, as they are now. */
  pids(): Record<string, number>;
  databaseUrl(): string;
  /** What the launcher has printed so far. */
  output(): string;
  /** Ends the launcher as Ctrl-C does and answers its exit code. */
  stop(): Promise<number | null>;
  /** As `stop`, and the data is gone. */
  remove(): Promise<void>;
}

/** Starts the launcher without waiting for anything. */
export function launch(
  words: string[],
  environment: Record<string, string>,
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), ...words], {
    cwd: root,
    env: { ...process.env, REDIS_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return { child, output: () => printed };
}

export interface ProductOptions {
  /** On recorded weather instead of the providers. */
  simulated: boolean;
  /** An own folder under the system's temporary ones unless given. */
  dataDir?: string;
  environment?: Record<string, string>;
}

/** Starts the whole product and waits until it says that it runs. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'arkansas-weather-product-'));
  // As root, Postgres runs as another user, who must be able to pass.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const { child, output } = launch(options.simulated ? ['--simulated'] : [], {
    PORT: String(port),
    DATA_DIR: dataDir,
    ...options.environment,
  });
  await until(
    'the product to start',
    () => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
      return output().includes('Ctrl-C stops everything');
    },
    220_000,
  ).catch(async (error: Error) => {
    // Nothing may outlive a test that could not begin.
    if (child.exitCode === null) {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
    throw new Error(`${error.message}; it said:\n${output()}`);
  });
  const state = () => JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')) as RunningState;
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { adminPassword: string };
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return {
    url: `http://localhost:${port}`,
    admin: { email: 'admin@example.com', password: secrets.adminPassword },
    dataDir,
    pids: () => state().pids,
    databaseUrl: () => state().databaseUrl,
    output,
    stop,
    async remove() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
