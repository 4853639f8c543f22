/** The time, injected so that tests can let it pass. */
export type Clock = () => Date;
export const CLOCK = Symbol('clock');
