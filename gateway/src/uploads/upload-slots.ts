import type { IncomingMessage, Server } from 'node:http';
import type { Config } from '../config.js';
import { earlyRejection, handleFirst } from '../edge/before-express.js';
import { isPageForm } from '../edge/page-form.js';
import { requestSeconds } from '../edge/request-edge.js';
import { discardAfterResponses } from './drain.js';
import { noFreeSlot, type Uploads } from './uploads.js';

/** A response that ends the connection must wait for the body; `Uploads` does that. */
const staysOpen = ({ headers, httpVersion }: IncomingMessage) =>
  httpVersion !== '1.0' && !/\bclose\b/i.test(headers.connection ?? '');
/** Requests with credentials are let through to be checked, and those that get a page. */
const isVisitorsForm = (request: IncomingMessage) =>
  request.method === 'POST' &&
  request.url?.startsWith('/main/') &&
  request.headers.authorization === undefined &&
  request.headers['content-type']?.startsWith('multipart/form-data') &&
  !isPageForm(request);

/**
 * Refuses visitors' pictures before Express while all slots are taken: two hundred concurrent uploads would queue
 * there, on a busy machine for more than a second. Refusals are counted but not logged.
 */
export function rejectWithoutSlot(server: Server, uploads: Uploads, config: Config): void {
  const reject = earlyRejection(config, noFreeSlot());
  handleFirst(server, (request, response, others) => {
    if (!uploads.isFull || !isVisitorsForm(request) || !staysOpen(request)) return others(request, response);
    const startedAt = performance.now();
    reject(request, response);
    discardAfterResponses(request);
    const labels = { method: 'POST', route: 'upload without room', status: response.statusCode };
    requestSeconds.observe(labels, (performance.now() - startedAt) / 1_000);
  });
}
