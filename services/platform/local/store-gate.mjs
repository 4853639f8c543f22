/**
 * What stands before the S3 stand-in: it asks every request for a signature and holds each key to its prefixes. The stand-in has
 * neither (unsigned requests pass it, and every key may do everything), and without them nobody would notice in the one-command mode
 * or in a test that a process reaches for objects that are none of its business (docs/decisions/0010-own-credentials.md).
 *
 * It only reads who asks for what; that the signature is right is checked by the stand-in behind it. What it cannot read with
 * certainty it refuses.
 */

/** Query parameters of a presigned address; all others that S3 knows as `x-amz-…` would stand in for headers. */
const presigned = new Set(
  ['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature', 'Content-Sha256'].map(
    (name) => `x-amz-${name.toLowerCase()}`,
  ),
);
const plain = (key) =>
  key !== '' &&
  // Nothing that might be decoded a second time, or that a file system could take for a way out of the folder.
  /^[^\p{Cc}\\%]+$/u.test(key) &&
  key.split('/').every((part) => part !== '.' && part !== '..');

/** The whole header, so that nobody can read another key out of it than we do. */
const signature =
  /^AWS4-HMAC-SHA256 Credential=([^/,=\s]+)\/[^,=\s]+, ?SignedHeaders=[^,=\s]+, ?Signature=[\da-f]{64}$/;

class Unclear extends Error {}

/** @returns the key that signed, or undefined when nothing is signed */
function signer(request, query) {
  const header = request.headers.authorization;
  const inQuery = [...query.keys()].filter((name) => /^x-amz-credential$/i.test(name));
  const oldStyle = query.has('Signature') || query.has('AWSAccessKeyId') || /^AWS\s/i.test(header ?? '');
  if (oldStyle) throw new Unclear('signatures of version 2 are not taken');
  if (header === undefined && inQuery.length === 0) return undefined;
  if (header !== undefined && inQuery.length > 0) throw new Unclear('signed twice');
  if (header !== undefined) {
    const [, found] = signature.exec(header) ?? [];
    if (!found) throw new Unclear('the signature cannot be read');
    return found;
  }
  if (inQuery.length !== 1 || inQuery[0] !== 'X-Amz-Credential' || query.getAll('X-Amz-Algorithm').length !== 1)
    throw new Unclear('the signature cannot be read');
  return query.get('X-Amz-Credential').split('/')[0];
}

/** `/bucket/a/b` as the bucket and the key that the stand-in will see. */
function target(path) {
  const [, bucket, , key] = /^\/([\w.-]+)(\/([^#]*))?$/.exec(path) ?? [];
  if (bucket === undefined) throw new Unclear('the address cannot be read');
  const decoded = decodeURIComponent(key ?? '');
  if (key && !plain(decoded)) throw new Unclear('the name of the object cannot be read');
  return { bucket, key: decoded };
}

/** Whether the bucket is there. */
const mayBeAsked = { right: undefined, name: '' };

/** What a request does: a right of the table and the name it is about; undefined for what only the store's owner may. */
function wish(request, { key }, query) {
  const asked = [...query.keys()].filter((name) => !presigned.has(name.toLowerCase()));
  const only = (...names) => asked.every((name) => names.includes(name));
  const { method } = request;
  if (key === '') {
    if (method === 'HEAD' && only()) return mayBeAsked;
    if (method !== 'GET') return undefined;
    if (only('location')) return asked.length === 1 ? mayBeAsked : undefined;
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
    return lists && query.getAll('prefix').length === 1 ? { right: 'list', name: query.get('prefix') } : undefined;
  }
  if ((method === 'GET' || method === 'HEAD') && only()) return { right: 'read', name: key };
  if (method === 'PUT' && only('partNumber', 'uploadId')) return { right: 'write', name: key };
  if (method === 'POST' && asked.length === 1 && only('uploads', 'uploadId')) return { right: 'write', name: key };
  if (method === 'DELETE' && asked.length === 1 && only('uploadId')) return { right: 'write', name: key };
  if (method === 'DELETE' && only()) return { right: 'remove', name: key };
  return undefined;
}

/** @throws Unclear @returns a sentence when the request is refused */
function refusal(request, keys) {
  const [path, search = ''] = request.url.split(/\?(.*)/s);
  const query = new URLSearchParams(search);
  const accessKey = signer(request, query);
  if (accessKey === undefined) return 'The request is not signed.';
  const holder = keys.get(accessKey);
  // Unknown to the stand-in too, which says so in S3's own words.
  if (!holder || holder.access === undefined) return undefined;
  if (new Set(query.keys()).size !== [...query.keys()].length) throw new Unclear('a parameter is there twice');
  const foreign = [...query.keys()].find((name) => /^x-amz-/i.test(name) && !presigned.has(name.toLowerCase()));
  if (foreign) throw new Unclear(`${foreign} belongs into a header`);
  const may = (right, name) => holder.access[right].some((prefix) => name.startsWith(prefix));
  const at = target(path);
  const wanted = wish(request, at, query);
  if (wanted === mayBeAsked) return undefined;
  if (!wanted || !may(wanted.right, wanted.name)) return 'This key may not do that.';
  const source = request.headers['x-amz-copy-source'];
  if (source === undefined) return undefined;
  const from = target(`/${source.replace(/^\//, '').split('?')[0]}`);
  if (from.bucket !== at.bucket || !may('read', from.key)) return 'This key may not read what it would copy.';
  return undefined;
}

/**
 * Lets through what may pass, and answers everything else with 403 as S3 does.
 * @param {{ accessKey: string, access?: Record<'read' | 'write' | 'remove' | 'list', string[]> }[]} keys without `access` a key may do
 *   everything
 * @param handle the stand-in
 */
export function storeGate(keys, handle) {
  const known = new Map(keys.map((key) => [key.accessKey, key]));
  return (request, response) => {
    // MinIO's own question whether it lives, the only one that needs no key.
    if (request.method === 'GET' && request.url === '/minio/health/live') return response.writeHead(200).end();
    let sentence;
    try {
      sentence = refusal(request, known);
    } catch (error) {
      sentence = error instanceof Unclear ? `Refused: ${error.message}.` : 'The request cannot be read.';
    }
    if (sentence === undefined) return handle(request, response);
    // What is still on its way is not read: the connection ends after the answer.
    response.writeHead(403, { 'Content-Type': 'application/xml', Connection: 'close' });
    response.end(
      request.method === 'HEAD'
        ? undefined
        : `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>${sentence}</Message></Error>`,
    );
    return undefined;
  };
}
