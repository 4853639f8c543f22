/** What a page and the worker tell each other. Both are ours, but may be of different releases: what is not understood is ignored. */

/** The page is idle: it can be kept for the time without a line. */
export interface KeepMessage {
  kind: 'keep';
  /** Whole address of the page, without what stands behind "#". */
  address: string;
  /** Whole addresses of the files that it has used so far. */
  used: string[];
  /** The page was kept before, and has used more files since. */
  isMore: boolean;
}

/** Whether the answer that the page just got came over the line, or from what was kept. */
export interface LineMessage {
  kind: 'line';
  works: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The message of a page; undefined when it is none of ours. */
export function keepMessageOf(data: unknown): KeepMessage | undefined {
  if (!isRecord(data) || data['kind'] !== 'keep') return undefined;
  const { address, used, isMore } = data;
  if (typeof address !== 'string' || !Array.isArray(used)) return undefined;
  const files = used.filter((file): file is string => typeof file === 'string');
  return { kind: 'keep', address, used: files, isMore: isMore === true };
}
