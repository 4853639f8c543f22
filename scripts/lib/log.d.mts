import type { Readable } from 'node:stream';

export function log(name: string, message: string, level?: string): void;
export function printable(text: string): string;
export function follow(
  name: string,
  child: { stdout: Readable; stderr: Readable },
  options?: { traces?: boolean },
): () => string;
