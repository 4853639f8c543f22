import type { Post } from '@site/proto/gen/nest/content/v1/posts';

/**
 * A gRPC message holds 1 MiB (`channelOptions` in proto/grpc.ts), twenty posts of the greatest length hold up to 4 MB. A page
 * therefore ends early, as if its limit had been lower; paging by key makes that invisible to whoever follows the cursor.
 */
export const postsBudgetBytes = 512 * 1024;

/** How many of the first posts fit, at least one. */
export function fittingPosts(posts: Post[], limit: number): number {
  let bytes = 0;
  const first = posts.slice(0, limit).findIndex((post, index) => {
    bytes += Buffer.byteLength(JSON.stringify(post));
    return index > 0 && bytes > postsBudgetBytes;
  });
  return first === -1 ? limit : first;
}
