/** Queries a public image registry for digests (OCI distribution API), without an account. */

/** @typedef {(address: string, request: RequestInit) => Promise<Response>} SendRequest */
/** @typedef {{ sendRequest?: SendRequest }} RegistryOptions */

const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/**
 * "node:24-slim" → registry-1.docker.io, library/node, 24-slim; "quay.io/minio/minio:x" → quay.io, minio/minio, x.
 * @param {string} image
 */
export function partsOf(image) {
  const colon = image.lastIndexOf(':');
  const [path, tag] =
    colon > image.lastIndexOf('/') ? [image.slice(0, colon), image.slice(colon + 1)] : [image, 'latest'];
  const [first = '', ...rest] = path.split('/');
  if (rest.length > 0 && /[.:]|^localhost$/.test(first)) return { registry: first, repository: rest.join('/'), tag };
  return { registry: 'registry-1.docker.io', repository: rest.length > 0 ? path : `library/${path}`, tag };
}

/** The digest's state is unknown. */
export class Unreachable extends Error {}

/**
 * Returns the digest of `reference` (a tag or a digest); undefined when it doesn't exist.
 * @param {string} image
 * @param {string} reference
 * @param {RegistryOptions} [options]
 * @throws Unreachable when the registry doesn't respond, or refuses the request
 */
export async function digestOf(image, reference, { sendRequest = fetch } = {}) {
  const { registry, repository } = partsOf(image);
  const address = `https://${registry}/v2/${repository}/manifests/${reference}`;
  /** @param {string} [token] */
  const head = (token) =>
    sendRequest(address, {
      method: 'HEAD',
      headers: { accept: manifestTypes, ...(token && { authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(20_000),
    });
  try {
    let response = await head();
    if (response.status === 401) response = await head(await tokenFor(response, repository, sendRequest));
    if (response.status === 404) return undefined;
    const digest = response.headers.get('docker-content-digest');
    if (!response.ok || !digest) throw new Unreachable(`${registry} answered ${response.status}`);
    return digest;
  } catch (error) {
    if (error instanceof Unreachable) throw error;
    const { name, cause } = /** @type {Error & { cause?: NodeJS.ErrnoException }} */ (error);
    throw new Unreachable(`${registry} is unreachable (${cause?.code ?? name})`);
  }
}

/** @param {Response} response @param {string} repository @param {SendRequest} sendRequest */
async function tokenFor(response, repository, sendRequest) {
  const challenge = response.headers.get('www-authenticate') ?? '';
  const [realm, service] = ['realm', 'service'].map((name) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1]);
  if (!realm) throw new Unreachable('the registry requires an account');
  const address = new URL(realm);
  if (service) address.searchParams.set('service', service);
  address.searchParams.set('scope', `repository:${repository}:pull`);
  const manifestResponse = await sendRequest(address.href, { signal: AbortSignal.timeout(20_000) });
  if (!manifestResponse.ok) throw new Unreachable(`${address.host} answered ${manifestResponse.status}`);
  const body = /** @type {{ token?: string, access_token?: string }} */ (await manifestResponse.json());
  return body.token ?? body.access_token;
}
