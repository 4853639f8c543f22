/**
 * Load shedding: limits how many reads may wait for a service. If more waited than it can answer within its deadline,
 * all would time out. Refusing the excess before Express costs a twentieth of a response.
 */
import type { ServerResponse } from 'node:http';

interface ReadLimit {
  /** Also the metric label. */
  prefix: string;
  maxPending: number;
  pending: number;
}

/** Services read from Postgres in milliseconds. */
const maxDatabaseRequests = 100;
/** A provider call takes up to four seconds but almost no CPU time. */
const maxProviderRequests = 500;

export class LoadShedder {
  private readonly limits: readonly ReadLimit[] = [
    { prefix: '/main/post', maxPending: maxDatabaseRequests, pending: 0 },
    { prefix: '/main/snapshot', maxPending: maxDatabaseRequests, pending: 0 },
    { prefix: '/main/weather/event/', maxPending: maxDatabaseRequests, pending: 0 },
    // Concurrent reads of one forecast, river gauge or office text share a call.
    { prefix: '/main/weather/forecast', maxPending: Infinity, pending: 0 },
    { prefix: '/main/weather/products/', maxPending: Infinity, pending: 0 },
    // These lists only wait for a service during startup.
    { prefix: '/main/weather/radar', maxPending: Infinity, pending: 0 },
    { prefix: '/main/weather/next-hour', maxPending: Infinity, pending: 0 },
    { prefix: '/main/weather/outlook', maxPending: Infinity, pending: 0 },
    { prefix: '/main/weather/reports', maxPending: Infinity, pending: 0 },
    { prefix: '/main/weather/rivers', maxPending: Infinity, pending: 0 },
    { prefix: '/main/weather/', maxPending: maxProviderRequests, pending: 0 },
  ];

  /**
   * Takes a slot until the response is made or the client disconnects, not until delivery, so that slow readers don't
   * hold slots.
   * @returns the prefix whose limit is reached; undefined if admitted
   */
  tryAdmit(url: string, response: ServerResponse): string | undefined {
    const limit = this.limits.find(({ prefix }) => url.startsWith(prefix));
    if (!limit) return undefined;
    if (limit.pending >= limit.maxPending) return limit.prefix;
    limit.pending += 1;
    const leave = () => {
      response.off('prefinish', leave).off('close', leave);
      limit.pending -= 1;
    };
    response.on('prefinish', leave).on('close', leave);
    return undefined;
  }
}
