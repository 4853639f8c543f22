import { tooMany } from '@site/proto/grpc';

/** RESOURCE_EXHAUSTED with the time to wait, in the error's details and in words: "<what>. Please try again in 5 minutes." */
export function comeBackLater(what: string, waitMs: number) {
  const seconds = Math.ceil(waitMs / 1_000);
  const words = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : seconds === 1 ? '1 second' : `${seconds} seconds`;
  return tooMany(`${what}. Please try again in ${words}.`, seconds);
}
