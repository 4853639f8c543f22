import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Scripted responses that no simulated provider gives. */
export interface ScriptedSource {
  url: string;
  /** For addresses that contain `part`; JSON unless `body` is text. */
  say(part: string, body: unknown, options?: { status?: number; mediaType?: string }): void;
  requests: string[];
  close(): Promise<void>;
}

/** Starts an HTTP server, which responds with 404 until a test scripts a response. */
export async function startScriptedSource(): Promise<ScriptedSource> {
  const responses = new Map<string, { status: number; mediaType: string; text: string }>();
  const requestedUrls: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    requestedUrls.push(url);
    const found = [...responses].find(([part]) => url.includes(part))?.[1];
    const { status, mediaType, text } = found ?? { status: 404, mediaType: 'application/json', text: '{}' };
    response.writeHead(status, { 'Content-Type': mediaType }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    say: (part, body, { status = 200, mediaType = 'application/json' } = {}) => {
      responses.set(part, { status, mediaType, text: typeof body === 'string' ? body : JSON.stringify(body) });
    },
    requests: requestedUrls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
