import type { Server } from 'node:http';

/**
 * Opens the public port.
 * @throws Error with one sentence for the operator
 */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(inWords(error, port)));
    server.listen(port, host, resolve);
  });
}

function inWords(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} is already in use. Stop the other program, or choose another port with PORT.`);
  if (error.code === 'EACCES')
    return new Error(`Port ${port} may not be opened by this user. Choose another port with PORT.`);
  return error;
}

const sweepMs = 50;

/** Stops accepting connections and resolves when all requests in progress have finished. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Keep-alive connections would hold the server open for 75 s after their last request.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
