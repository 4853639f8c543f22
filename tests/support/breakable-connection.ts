import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A connection to the product that tests can cut. */
export interface BreakableLine {
  /** The product's address over this connection. */
  url: string;
  /** Cuts all connections in mid-transfer and accepts no more. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function layLine(productUrl: string): Promise<BreakableLine> {
  const { port } = new URL(productUrl);
  const ends = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect({ host: '127.0.0.1', port: Number(port) });
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        ends.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => ends.forEach((end) => end.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      breakAll();
    },
    mend: () => void (isCut = false),
    async close() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
