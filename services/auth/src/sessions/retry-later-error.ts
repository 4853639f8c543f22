import { tooMany } from '@site/proto/grpc';

const units = [
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
];

/**
 * Returns RESOURCE_EXHAUSTED with the time to wait, in its details and in words: "<what>. Please try again in 5
 * minutes."
 */
export function createRetryError(what: string, waitMs: number) {
  const seconds = Math.ceil(waitMs / 1_000);
  // The largest unit that fits more than one and a half times.
  const unit = units.find((candidate) => seconds > 1.5 * candidate.seconds) ?? { name: 'second', seconds: 1 };
  const count = Math.ceil(seconds / unit.seconds);
  return tooMany(`${what}. Please try again in ${count} ${unit.name}${count === 1 ? '' : 's'}.`, seconds);
}
