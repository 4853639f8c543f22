/**
 * The users of Redis and what each may do, in the words of its access control lists (redis.io, "ACL"). Each reaches the keys of
 * its own work only, the services those of the queues that they put jobs into, and nobody can configure, list or empty anything.
 *
 * The commands are those of the kinds of values that BullMQ and the rate limits keep: single commands would break with each new
 * version of theirs, and change nothing about what can be reached.
 */

/** What every client says when it connects; CLIENT SETINFO, which it can do without, is unknown to Redis 7.0. */
const connecting = '+hello +auth +ping +quit +select +client|setname +client|id';
/** Scripts run with the rights of who runs them; nobody may remove or kill somebody else's. */
const scripts = '+eval +evalsha +script|load +script|exists';
/** In a cluster, clients ask where the keys are. */
const cluster = '+cluster|slots +cluster|shards +cluster|nodes +cluster|myid +asking +readonly';

const limits = `-@all ${connecting} ${scripts} ${cluster} +@string +expire +pexpire +ttl +pttl +del +multi +exec`;
/** INFO, which is among the dangerous ones, tells BullMQ the version. */
const jobs = [
  `-@all ${connecting} ${scripts} ${cluster} +@string +@hash +@list +@set +@sortedset +@stream`,
  '+del +unlink +exists +expire +pexpire +ttl +pttl +persist +type +rename +multi +exec +discard -@dangerous +info',
].join(' ');

/** The keys of a queue in all installations that share this Redis; the name of the database is between the two. */
const queue = (name) => `~{jobs-*}:${name}:*`;

/** By the name of the user; the queues are those of `queuesOf` in proto/queues.ts. */
export const redisUsers = {
  gateway: `~limit:* ${limits}`,
  auth: `${queue('newsletter')} ${jobs}`,
  content: `${queue('moderation')} ${queue('newsletter')} ${jobs}`,
  submissions: `${queue('moderation')} ${queue('newsletter')} ${jobs}`,
  worker: `${queue('newsletter')} ${jobs}`,
  pictures: `${queue('moderation')} ${jobs}`,
};
