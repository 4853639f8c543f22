import type { ServerResponse } from 'node:http';

/**
 * How many reads of this gateway may wait for a service at once. If more waited than the service answers within its deadline,
 * all of them would miss it. Refusing the rest before Express looks at them costs a twentieth of an answer and leaves the
 * processor to those who were let in and to editors.
 */

interface Door {
  /** Of the path; also the name of the door in metrics. */
  prefix: string;
  most: number;
  inside: number;
}

/** A service reads from Postgres in milliseconds: this many wait for half a second. */
const mostFromPostgres = 100;
/** Asking a provider takes up to four seconds, and next to no processor time. */
const mostFromProviders = 500;

export class Admission {
  private readonly doors: readonly Door[] = [
    { prefix: '/main/post', most: mostFromPostgres, inside: 0 },
    { prefix: '/main/snapshot', most: mostFromPostgres, inside: 0 },
    { prefix: '/main/weather/event/', most: mostFromPostgres, inside: 0 },
    // However many wait for the forecast of a place, or for a river gauge or an office's text, one call is made for them all.
    { prefix: '/main/weather/forecast', most: Infinity, inside: 0 },
    { prefix: '/main/weather/products/', most: Infinity, inside: 0 },
    // The lists wait for a service at the gateway's start alone.
    { prefix: '/main/weather/radar', most: Infinity, inside: 0 },
    { prefix: '/main/weather/outlook', most: Infinity, inside: 0 },
    { prefix: '/main/weather/reports', most: Infinity, inside: 0 },
    { prefix: '/main/weather/rivers', most: Infinity, inside: 0 },
    { prefix: '/main/weather/', most: mostFromProviders, inside: 0 },
  ];

  /**
   * Lets a read in until its answer is made or its client is gone, not until the answer is delivered: clients that read slowly
   * would shut the door on everybody.
   * @returns the door that is full; undefined when the read was let in
   */
  refusedAt(url: string, response: ServerResponse): string | undefined {
    const door = this.doors.find(({ prefix }) => url.startsWith(prefix));
    if (!door) return undefined;
    if (door.inside >= door.most) return door.prefix;
    door.inside += 1;
    const leave = () => {
      response.off('prefinish', leave).off('close', leave);
      door.inside -= 1;
    };
    response.on('prefinish', leave).on('close', leave);
    return undefined;
  }
}
