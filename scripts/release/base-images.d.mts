import type { RegistryOptions } from './registry.mjs';
export interface BaseImage {
  image: string;
  digest: string;
  argument?: string;
  confirmed?: { by: string; on: string } | null;
}
export function readLock(): BaseImage[];
export function imagesInUse(folder?: string): Map<string, { argument?: string; service?: string; digest?: string }[]>;
export function unconfirmed(lock?: BaseImage[], today?: string): string[];
export function findReleaseBlocker(lock?: BaseImage[], today?: string): string | undefined;
export function applyDigests(lock?: BaseImage[], folder?: string): void;
export function faultsOf(lock?: BaseImage[], used?: ReturnType<typeof imagesInUse>): string[];
export function compare(
  lock: BaseImage[],
  options?: RegistryOptions,
): Promise<{ image: string; tagged: string | undefined; result: 'ok' | 'moved' | 'missing' }[]>;
