/** The origin's response for an address: for how many seconds a shared cache may keep it, and its size. */
export interface OriginAnswer {
  seconds: number;
  bytes: number;
}
export class SharedCache {
  constructor(answerOf: (path: string) => OriginAnswer);
  ask(path: string, second: number, count: number): number;
}
export function sharedSeconds(header?: string): number;
