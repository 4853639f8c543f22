/**
 * Redis users and their access control lists (redis.io, "ACL"). Each can access only the keys of its own work, and
 * services those of queues that they add jobs to. No user can configure, list or flush anything.
 *
 * Permissions are by category: lists of commands would break with new BullMQ versions, without restricting access
 * further.
 */

/** On connecting. Redis 7.0 lacks CLIENT SETINFO, which is optional. */
const connecting = '+hello +auth +ping +quit +select +client|setname +client|id';
/** Scripts run with their caller's permissions. */
const scripts = '+eval +evalsha +script|load +script|exists';

const limits = `-@all ${connecting} ${scripts} +@string +expire +pexpire +ttl +pttl +del +multi +exec`;
/** INFO, in the category "dangerous", tells BullMQ the version. */
const jobs = [
  `-@all ${connecting} ${scripts} +@string +@hash +@list +@set +@sortedset +@stream`,
  '+del +unlink +exists +expire +pexpire +ttl +pttl +persist +type +rename +multi +exec +discard -@dangerous +info',
].join(' ');

/** A queue's keys in all installations; the database name is in the braces. */
const queue = (/** @type {string} */ name) => `~{jobs-*}:${name}:*`;

/** As `queuesOf` in proto/queues.ts. */
export const redisUsers = {
  gateway: `~limit:* ${limits}`,
  auth: `${queue('mail')} ${jobs}`,
  content: `${queue('moderation')} ${queue('newsletter')} ${jobs}`,
  submissions: `${queue('mail')} ${queue('moderation')} ${queue('newsletter')} ${jobs}`,
  worker: `${queue('mail')} ${queue('newsletter')} ${jobs}`,
  pictures: `${queue('moderation')} ${jobs}`,
};
