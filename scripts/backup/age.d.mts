import type { Duplex } from 'node:stream';

/** Types of age.mjs, for the tests. */
export function sealing(recipient: string): Duplex;
export function opening(identity: string): Duplex;
