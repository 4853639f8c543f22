/**
 * The users of Redis and their permissions, as access control lists (redis.io, "ACL"). Each can access only the keys of
 * its own work, and the services those of the queues that they add jobs to. No user can configure, list or flush
 * anything.
 *
 * Permissions are by category of the value types that BullMQ and the rate limits use: listing single commands would
 * break with each new BullMQ version, without restricting access further.
 */

/** Commands that every client sends on connecting. Redis 7.0 doesn't support CLIENT SETINFO, which is optional. */
const connecting = '+hello +auth +ping +quit +select +client|setname +client|id';
/** Scripts run with the permissions of their caller; no user may remove or kill another user's scripts. */
const scripts = '+eval +evalsha +script|load +script|exists';
/** In a cluster, clients query the location of keys. */
const cluster = '+cluster|slots +cluster|shards +cluster|nodes +cluster|myid +asking +readonly';

const limits = `-@all ${connecting} ${scripts} ${cluster} +@string +expire +pexpire +ttl +pttl +del +multi +exec`;
/** INFO, which is in the category "dangerous", tells BullMQ the version. */
const jobs = [
  `-@all ${connecting} ${scripts} ${cluster} +@string +@hash +@list +@set +@sortedset +@stream`,
  '+del +unlink +exists +expire +pexpire +ttl +pttl +persist +type +rename +multi +exec +discard -@dangerous +info',
].join(' ');

/** A queue's keys in all installations that share this Redis; the database name is in the braces. */
const queue = (name) => `~{jobs-*}:${name}:*`;

/** By user name; the queues are those of `queuesOf` in proto/queues.ts. */
export const redisUsers = {
  gateway: `~limit:* ${limits}`,
  auth: `${queue('newsletter')} ${jobs}`,
  content: `${queue('moderation')} ${queue('newsletter')} ${jobs}`,
  submissions: `${queue('moderation')} ${queue('newsletter')} ${jobs}`,
  worker: `${queue('newsletter')} ${jobs}`,
  pictures: `${queue('moderation')} ${jobs}`,
};
