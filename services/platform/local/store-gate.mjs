/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('./store-access.mjs').StoreAccess} StoreAccess */
/** @typedef {{ accessKey: string, access?: StoreAccess }} StoreKey without `access`, it has all rights */
/** @typedef {keyof StoreAccess} Right */

/**
 * Access control in front of s3rver, which accepts unsigned requests and gives every key all rights. Reveals in local
 * mode and tests when a process lacks rights (docs/decisions/0010-own-credentials.md).
 *
 * Refuses anything ambiguous; s3rver verifies the signature.
 */

/** Query parameters of a presigned URL. Other `x-amz-…` parameters would act as headers. */
const presigned = new Set(
  ['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature', 'Content-Sha256'].map(
    (name) => `x-amz-${name.toLowerCase()}`,
  ),
);
const plain = (/** @type {string} */ key) =>
  key !== '' &&
  // Rejects anything that could be decoded twice or resolve outside the folder.
  /^[^\p{Cc}\\%]+$/u.test(key) &&
  key.split('/').every((part) => part !== '.' && part !== '..');

/** Matches the whole header, so that s3rver can't extract another key from it. */
const signature =
  /^AWS4-HMAC-SHA256 Credential=([^/,=\s]+)\/[^,=\s]+, ?SignedHeaders=[^,=\s]+, ?Signature=[\da-f]{64}$/;

class Unclear extends Error {}

/** @param {IncomingMessage} request @param {URLSearchParams} query */
function signer(request, query) {
  const header = request.headers.authorization;
  const inQuery = [...query.keys()].filter((name) => /^x-amz-credential$/i.test(name));
  const oldStyle = query.has('Signature') || query.has('AWSAccessKeyId') || /^AWS\s/i.test(header ?? '');
  if (oldStyle) throw new Unclear('signature version 2 is not supported');
  if (header === undefined && inQuery.length === 0) return undefined;
  if (header !== undefined && inQuery.length > 0) throw new Unclear('signed twice');
  if (header !== undefined) {
    const [, found] = signature.exec(header) ?? [];
    if (!found) throw new Unclear('the signature cannot be parsed');
    return found;
  }
  if (inQuery.length !== 1 || inQuery[0] !== 'X-Amz-Credential' || query.getAll('X-Amz-Algorithm').length !== 1)
    throw new Unclear('the signature cannot be parsed');
  return query.get('X-Amz-Credential')?.split('/')[0];
}

/** Splits `/bucket/a/b` into the bucket and key that s3rver will use. @param {string} path */
function target(path) {
  const [, bucket, , key] = /^\/([\w.-]+)(\/([^#]*))?$/.exec(path) ?? [];
  if (bucket === undefined) throw new Unclear('the address cannot be parsed');
  const decoded = decodeURIComponent(key ?? '');
  if (key && !plain(decoded)) throw new Unclear('the object name cannot be parsed');
  return { bucket, key: decoded };
}

/** Only checks whether the bucket exists. @type {{ right: Right | undefined, name: string }} */
const bucketCheck = { right: undefined, name: '' };

/**
 * Returns the right that a request needs and the object name; undefined for operations reserved to the store's owner.
 * @param {IncomingMessage} request
 * @param {{ key: string }} target
 * @param {URLSearchParams} query
 * @returns {{ right: Right | undefined, name: string } | undefined}
 */
function getRequiredRight(request, { key }, query) {
  const parameters = [...query.keys()].filter((name) => !presigned.has(name.toLowerCase()));
  const only = (/** @type {string[]} */ ...names) => parameters.every((name) => names.includes(name));
  const { method } = request;
  if (key === '') {
    if (method === 'HEAD' && only()) return bucketCheck;
    if (method !== 'GET') return undefined;
    if (only('location')) return parameters.length === 1 ? bucketCheck : undefined;
    const lists = only(
      'list-type',
      'prefix',
      'delimiter',
      'max-keys',
      'encoding-type',
      'marker',
      'start-after',
      'continuation-token',
      'fetch-owner',
    );
    const [prefix, ...others] = query.getAll('prefix');
    return lists && prefix !== undefined && others.length === 0 ? { right: 'list', name: prefix } : undefined;
  }
  if ((method === 'GET' || method === 'HEAD') && only()) return { right: 'read', name: key };
  if (method === 'PUT' && only('partNumber', 'uploadId')) return { right: 'write', name: key };
  if (method === 'POST' && parameters.length === 1 && only('uploads', 'uploadId')) return { right: 'write', name: key };
  if (method === 'DELETE' && parameters.length === 1 && only('uploadId')) return { right: 'write', name: key };
  if (method === 'DELETE' && only()) return { right: 'remove', name: key };
  return undefined;
}

/**
 * @param {IncomingMessage} request
 * @param {Map<string, StoreKey>} keys
 * @throws Unclear
 * @returns the reason when the request is refused
 */
function findAccessError(request, keys) {
  const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s);
  const query = new URLSearchParams(search);
  const accessKey = signer(request, query);
  if (accessKey === undefined) return 'The request is not signed.';
  const holder = keys.get(accessKey);
  // Unknown to s3rver too, which responds with S3's own error.
  const access = holder?.access;
  if (!access) return undefined;
  if (new Set(query.keys()).size !== [...query.keys()].length) throw new Unclear('a parameter appears twice');
  const foreign = [...query.keys()].find((name) => /^x-amz-/i.test(name) && !presigned.has(name.toLowerCase()));
  if (foreign) throw new Unclear(`${foreign} belongs in a header`);
  /** @param {Right} right @param {string} name */
  const may = (right, name) => access[right].some((prefix) => name.startsWith(prefix));
  const at = target(path);
  const required = getRequiredRight(request, at, query);
  if (required === bucketCheck) return undefined;
  if (!required?.right || !may(required.right, required.name)) return 'This key may not do that.';
  const source = request.headers['x-amz-copy-source'];
  if (source === undefined) return undefined;
  const from = target(`/${String(source).replace(/^\//, '').split('?')[0]}`);
  if (from.bucket !== at.bucket || !may('read', from.key)) return 'This key may not read the source of the copy.';
  return undefined;
}

/**
 * Forwards permitted requests and rejects others with 403, as S3 does.
 * @param {StoreKey[]} keys
 * @param {import('node:http').RequestListener} handle s3rver's handler
 */
export function storeGate(keys, handle) {
  const keyById = new Map(keys.map((key) => [key.accessKey, key]));
  return (/** @type {IncomingMessage} */ request, /** @type {import('node:http').ServerResponse} */ response) => {
    // MinIO's liveness check needs no key.
    if (request.method === 'GET' && request.url === '/minio/health/live') return response.writeHead(200).end();
    let sentence;
    try {
      sentence = findAccessError(request, keyById);
    } catch (error) {
      sentence = error instanceof Unclear ? `Refused: ${error.message}.` : 'The request cannot be parsed.';
    }
    if (sentence === undefined) return handle(request, response);
    // Closes the connection instead of reading the rest of the body.
    response.writeHead(403, { 'Content-Type': 'application/xml', Connection: 'close' });
    response.end(
      request.method === 'HEAD'
        ? undefined
        : `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>${sentence}</Message></Error>`,
    );
    return undefined;
  };
}
