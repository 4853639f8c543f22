/** @typedef {Record<'read' | 'write' | 'remove' | 'list', string[]>} StoreAccess allowed prefixes */

/**
 * Each process's permissions on objects: the source of MinIO's policies (compose, Kubernetes) and of local mode's
 * rules. Every process has a separate key.
 *
 * `staging/` has unprocessed uploads, `pending/` objects for signed-in users, `public/` public ones, including
 * `public/social/` (copies of our page's posts) and `public/radar/` (radar frames).
 */
export const storeAccess = {
  gateway: { read: ['staging/', 'pending/', 'public/'], write: ['staging/'], remove: ['staging/'], list: [] },
  /** Publishes approved photos. */
  submissions: { read: ['pending/', 'public/'], write: ['public/'], remove: [], list: [] },
  /** Generates the sizes of uploads; sweeps orphans. */
  pictures: {
    read: ['staging/', 'pending/', 'public/'],
    write: ['pending/', 'public/'],
    remove: ['staging/', 'pending/', 'public/'],
    list: ['staging/', 'pending/', 'public/'],
  },
  /**
   * The weather proxy: pictures of the page's posts, and radar frames. Installations already have a key by this name.
   */
  social: {
    read: ['public/social/', 'public/radar/'],
    write: ['public/social/', 'public/radar/'],
    remove: ['public/social/', 'public/radar/'],
    list: ['public/social/', 'public/radar/'],
  },
  /** Uploads sample content. */
  seed: { read: ['staging/'], write: ['staging/'], remove: ['staging/'], list: [] },
  backup: {
    read: ['staging/', 'pending/', 'public/'],
    write: [],
    remove: [],
    list: ['staging/', 'pending/', 'public/'],
  },
};

/** Replaced during the store setup. */
export const bucketPlaceholder = 'BUCKET';

/**
 * Converts a table line to an S3 policy (docs.aws.amazon.com, "Policies and permissions in Amazon S3"). Every process
 * may check that the bucket exists, but list only its prefixes.
 *
 * @param {StoreAccess} access
 * @param {{ canListAll?: boolean }} [options] allows listing without a prefix: without that permission, Amazon returns
 *   403 for a missing object
 */
export function storePolicy({ read, write, remove, list }, { canListAll = false } = {}) {
  /** @param {string[]} prefixes */
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
      Resource: canListAll || list.length > 0 ? bucket : [],
      ...(!canListAll && { Condition: { StringLike: { 's3:prefix': list.map((prefix) => `${prefix}*`) } } }),
    },
  ];
  return {
    Version: '2012-10-17',
    Statement: statements.filter(({ Resource }) => Resource.length > 0),
  };
}
