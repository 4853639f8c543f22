import { bucketPlaceholder, storeAccess, storePolicy } from '../../services/platform/local/store-access.mjs';

/**
 * `node scripts/compose/store-policies.mjs NAME BUCKET`: prints a process's permissions in the bucket as a policy for
 * Amazon's IAM or a compatible store. NAME is a line of store-access.mjs.
 */
const [name, bucket, ...others] = process.argv.slice(2);
const access = Object.entries(storeAccess).find(([user]) => user === name)?.[1];
if (!access || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket ?? '') || others.length > 0) {
  process.stderr.write(`Usage: store-policies.mjs ${Object.keys(storeAccess).join('|')} BUCKET\n`);
  process.exit(64);
}
const policy = JSON.stringify(storePolicy(access, { canListAll: true }), null, 2);
process.stdout.write(`${policy.replaceAll(`:::${bucketPlaceholder}`, `:::${bucket}`)}\n`);
