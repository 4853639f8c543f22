import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that can go dead without closing, as if the machine had vanished. */
export interface Line {
  address: string;
  /** Stops all traffic on open and new connections. */
  goDead(): void;
  /** New connections work again; dead ones stay dead. */
  comeBack(): void;
  readonly opened: number;
  close(): Promise<void>;
}

/** @param to host:port of the service */
export async function startLine(to: string): Promise<Line> {
  const [host, port] = to.split(':') as [string, string];
  const pairs = new Set<Socket[]>();
  let isDead = false;
  let opened = 0;
  const server = createServer((near) => {
    opened += 1;
    near.on('error', () => undefined);
    if (isDead) return void pairs.add([near.resume()]);
    const far = connect(Number(port), host).on('error', () => near.destroy());
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    pairs.add([near, far]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    goDead: () => {
      isDead = true;
      for (const [near, far] of pairs) {
        near?.unpipe().resume();
        far?.unpipe().resume();
      }
    },
    comeBack: () => void (isDead = false),
    get opened() {
      return opened;
    },
    close: () => {
      for (const socket of [...pairs].flat()) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
