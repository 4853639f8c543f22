import type { IncomingMessage } from 'node:http';

/** Whether a request announces a body, of known length or chunked. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
