/** The page and the worker may be of different releases, so unknown messages are ignored. */

/** The page is idle and can be cached for offline use. */
export interface CacheMessage {
  kind: 'keep';
  /** Full URL without its fragment. */
  address: string;
  /** Full URLs of the files used so far. */
  used: string[];
  /** The page is already cached and has used more files since. */
  isMore: boolean;
}

/** Whether the page's last response came from the network. */
export interface LineMessage {
  kind: 'line';
  works: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns undefined for unknown messages. */
export function parseCacheMessage(data: unknown): CacheMessage | undefined {
  if (!isRecord(data) || data['kind'] !== 'keep') return undefined;
  const { address, used, isMore } = data;
  if (typeof address !== 'string' || !Array.isArray(used)) return undefined;
  const files = used.filter((file): file is string => typeof file === 'string');
  return { kind: 'keep', address, used: files, isMore: isMore === true };
}
