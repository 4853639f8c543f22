import type { ServerResponse } from 'node:http';

/**
 * How many reads of this gateway may wait for a service at once. More than it answers within its deadline would all wait into that deadline;
 * refused before Express has looked at the request, the others cost a twentieth of an answer, and leave the processor to those
 * who were let in and to editors.
 */

interface Door {
  /** Of the path; also the name of the door in metrics. */
  prefix: string;
  most: number;
  inside: number;
}

/** What a service reads from Postgres takes milliseconds: this many wait for half a second. */
const mostFromPostgres = 100;
/** What a provider has to be asked for takes up to four seconds, and next to nothing of a processor. */
const mostFromProviders = 500;

export class Admission {
  private readonly doors: readonly Door[] = [
    { prefix: '/main/post', most: mostFromPostgres, inside: 0 },
    { prefix: '/main/snapshot', most: mostFromPostgres, inside: 0 },
    { prefix: '/main/weather/event/', most: mostFromPostgres, inside: 0 },
    // However many wait for the forecast of a place, one call is made for them all.
    { prefix: '/main/weather/forecast', most: Infinity, inside: 0 },
    { prefix: '/main/weather/', most: mostFromProviders, inside: 0 },
  ];

  /**
   * Lets a read in until its answer is made or its client gone. Not until it is delivered: clients that read slowly would
   * shut the door on everybody.
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
