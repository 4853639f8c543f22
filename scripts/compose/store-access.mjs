/**
 * Permissions of processes on objects: the source of MinIO's policies (compose, Kubernetes) and of the rules of local
 * mode's store. Every process has a separate key; a stolen one grants no more than its line here.
 *
 * `staging/` has unprocessed uploads, `pending/` objects for signed-in users only, `public/` public ones; below it,
 * `public/social/` has copies of our page's own posts and `public/radar/` the radar frames.
 */
export const storeAccess = {
  /** Stores uploads, verifies them, removes abandoned ones; serves pictures. */
  gateway: { read: ['staging/', 'pending/', 'public/'], write: ['staging/'], remove: ['staging/'], list: [] },
  /** Copies a photo's sizes into the public folder when it is approved. */
  submissions: { read: ['pending/', 'public/'], write: ['public/'], remove: [], list: [] },
  /** Generates the sizes of uploads, moves and removes them, sweeps orphans. */
  pictures: {
    read: ['staging/', 'pending/', 'public/'],
    write: ['pending/', 'public/'],
    remove: ['staging/', 'pending/', 'public/'],
    list: ['staging/', 'pending/', 'public/'],
  },
  /**
   * The weather proxy: pictures of the page's posts, and radar frames; no uploads. Existing installations have the key
   * under this name, from when it was only for the posts.
   */
  social: {
    read: ['public/social/', 'public/radar/'],
    write: ['public/social/', 'public/radar/'],
    remove: ['public/social/', 'public/radar/'],
    list: ['public/social/', 'public/radar/'],
  },
  /** The steps that add sample content: they upload as the gateway does. */
  seed: { read: ['staging/'], write: ['staging/'], remove: ['staging/'], list: [] },
  backup: {
    read: ['staging/', 'pending/', 'public/'],
    write: [],
    remove: [],
    list: ['staging/', 'pending/', 'public/'],
  },
};

/** Placeholder for the bucket's name, which is known only during the store setup. */
export const bucketPlaceholder = 'BUCKET';

/**
 * Converts a line of the table to an S3 policy (docs.aws.amazon.com, "Policies and permissions in Amazon S3"). Every
 * process may check that the bucket exists, but list only the prefixes in its line.
 *
 * @param {boolean} [options.whole] allows listing without a prefix: to callers who may not, Amazon returns 403 for a
 *   missing object
 */
export function storePolicy({ read, write, remove, list }, { whole = false } = {}) {
  const below = (prefixes) => prefixes.map((prefix) => `arn:aws:s3:::${bucketPlaceholder}/${prefix}*`);
  const bucket = [`arn:aws:s3:::${bucketPlaceholder}`];
  const statements = [
    { Effect: 'Allow', Action: ['s3:GetBucketLocation'], Resource: bucket },
    { Effect: 'Allow', Action: ['s3:GetObject'], Resource: below(read) },
    {
      Effect: 'Allow',
      Action: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
      Resource: below(write),
    },
    { Effect: 'Allow', Action: ['s3:DeleteObject'], Resource: below(remove) },
    {
      Effect: 'Allow',
      Action: ['s3:ListBucket'],
      Resource: whole || list.length > 0 ? bucket : [],
      ...(!whole && { Condition: { StringLike: { 's3:prefix': list.map((prefix) => `${prefix}*`) } } }),
    },
  ];
  return {
    Version: '2012-10-17',
    Statement: statements.filter(({ Resource }) => Resource.length > 0),
  };
}
