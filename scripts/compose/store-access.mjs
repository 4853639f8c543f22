/**
 * Which process may do what with which objects: the one table from which MinIO's policies (compose, Kubernetes) and the rules of the
 * one-command mode's store are made. Every process has a key of its own; a stolen one opens no more than its line here.
 *
 * `staging/` holds uploads as they came, `pending/` what only signed-in people may see, `public/` what everybody may, and below it
 * `public/social/` the copies of the page's own posts and `public/radar/` the radar frames.
 */
export const storeAccess = {
  /** Stores uploads, makes sure that they are there, takes back what came to nothing; serves pictures. */
  gateway: { read: ['staging/', 'pending/', 'public/'], write: ['staging/'], remove: ['staging/'], list: [] },
  /** Copies a photo's sizes into the open when it is approved. */
  submissions: { read: ['pending/', 'public/'], write: ['public/'], remove: [], list: [] },
  /** Makes the sizes of uploads, moves and removes them, sweeps what nobody knows. */
  pictures: {
    read: ['staging/', 'pending/', 'public/'],
    write: ['pending/', 'public/'],
    remove: ['staging/', 'pending/', 'public/'],
    list: ['staging/', 'pending/', 'public/'],
  },
  /**
   * The weather proxy: pictures of the page's posts, and radar frames; none of the uploads. Installations have had the key under this
   * name since it was for the posts alone.
   */
  social: {
    read: ['public/social/', 'public/radar/'],
    write: ['public/social/', 'public/radar/'],
    remove: ['public/social/', 'public/radar/'],
    list: ['public/social/', 'public/radar/'],
  },
  /** The steps that add sample content: they upload as the gateway does. */
  seed: { read: ['staging/'], write: ['staging/'], remove: ['staging/'], list: [] },
  /** Reads everything and changes nothing. */
  backup: {
    read: ['staging/', 'pending/', 'public/'],
    write: [],
    remove: [],
    list: ['staging/', 'pending/', 'public/'],
  },
};

/** Stands for the bucket's name, which only the step that sets up the store knows. */
export const bucketPlaceholder = 'BUCKET';

/**
 * A line of the table as a policy of S3 (docs.aws.amazon.com, "Policies and permissions in Amazon S3"). Whether the bucket is there may
 * be asked by everybody; its list only below the prefixes of the line.
 *
 * @param {boolean} [options.whole] the list may be asked for without a prefix: Amazon says 403 of an object that is not there to whoever
 *   may not
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
