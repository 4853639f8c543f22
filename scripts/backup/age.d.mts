import type { Duplex } from 'node:stream';

export function sealing(recipient: string): Duplex;
export function opening(identity: string): Duplex;
