/**
 * Certificates for mutual TLS between processes: one private CA, and a leaf per process that names it as
 * spiffe://arkansas-weather/<peer>. Keys are ECDSA P-256.
 */
import { randomBytes, webcrypto } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

/** @typedef {{ certificate: string, key: string }} CertifiedKey in PEM */
/** @typedef {CertifiedKey & { authority: string }} Leaf */
/**
 * @typedef {{ names?: string[], days?: number, notBefore?: Date, notAfter?: Date }} LeafOptions `names`: further host
 *   names and addresses
 */

x509.cryptoProvider.set(webcrypto);

/**
 * Equals the list in `proto/rpc-access.ts` (a test compares them), which isn't in the image that issues the
 * certificates.
 */
export const peers = [
  'gateway',
  'content',
  'submissions',
  'auth',
  'weather-proxy',
  'notifications',
  'worker',
  'picture-worker',
];

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 24 * 3_600_000;
/** Tolerates clock skew between machines. */
const backdatedMs = 3_600_000;
/** Ten years, because a new CA must reach every process before it issues its first leaf. */
const authorityDays = 3_650;
const leafDays = 90;

const keyPair = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
const pem = async (/** @type {webcrypto.CryptoKey} */ privateKey) =>
  x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY');
const privateKeyOf = (/** @type {string} */ text) =>
  webcrypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(text), algorithm, false, ['sign']);
/** Positive and without a leading zero byte, as RFC 5280, 4.1.2.2 requires. */
const serialNumber = () => `4${randomBytes(15).toString('hex').slice(1)}`;

/**
 * Creates a CA.
 * @returns {Promise<CertifiedKey>}
 */
export async function makeAuthority({ days = authorityDays, name = 'The site, between its processes' } = {}) {
  const keys = await keyPair();
  const now = Date.now();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: [{ CN: [name] }],
    notBefore: new Date(now - backdatedMs),
    notAfter: new Date(now + days * dayMs),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: `${await pem(keys.privateKey)}\n` };
}

/**
 * Issues a leaf for `peer`, valid for client and server.
 * @param {CertifiedKey} authority
 * @param {LeafOptions & { peer: string }} options
 * @returns {Promise<Leaf>}
 */
export async function makeLeaf(authority, { peer, names = [], days = leafDays, notBefore, notAfter }) {
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await keyPair();
  const now = Date.now();
  const isAddress = (/** @type {string} */ name) => /^[\d.]+$|:/.test(name);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: [{ CN: [peer] }],
    issuer: issuer.subject,
    notBefore: notBefore ?? new Date(now - backdatedMs),
    notAfter: notAfter ?? new Date(now + days * dayMs),
    publicKey: keys.publicKey,
    signingKey: await privateKeyOf(authority.key),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth, x509.ExtendedKeyUsage.clientAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'url', value: `spiffe://arkansas-weather/${peer}` },
        ...[peer, ...names].map((value) => ({ type: isAddress(value) ? 'ip' : 'dns', value })),
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    certificate: `${certificate.toString('pem')}\n`,
    key: `${await pem(keys.privateKey)}\n`,
    authority: authority.certificate,
  };
}

/** Whether two thirds of a certificate's life (PEM) have passed. @param {string} certificate */
function isDueForRenewal(certificate) {
  const { notBefore, notAfter } = new x509.X509Certificate(certificate);
  return Date.now() >= notBefore.getTime() + ((notAfter.getTime() - notBefore.getTime()) * 2) / 3;
}

/**
 * @typedef {object} Certificates of an installation
 * @property {CertifiedKey[]} authorities
 * @property {number} issuing the index of the issuing authority in `authorities`
 * @property {Record<string, Leaf>} leaves by peer
 */

/**
 * Completes the authorities and each process's certificate, and renews certificates after two thirds of their life. No
 * process gets an authority's key.
 *
 * `step` takes the next of three steps to replace an authority: both are trusted; the new one issues all certificates;
 * the old one is removed. Before each step, the processes must have reread their files.
 *
 * @param {Certificates} [existing] the result of an earlier call
 * @param {{ step?: boolean, days?: number }} [options] `days`: how long new certificates are valid
 * @returns {Promise<{ certificates: Certificates, created: string[] }>} `created`: new items, in words
 */
export async function completeCertificates(existing, { step = false, days = leafDays } = {}) {
  const authorities = [...(existing?.authorities ?? [])];
  let issuing = existing?.issuing ?? 0;
  /** @type {string[]} */
  const created = [];
  if (authorities.length === 0) {
    authorities.push(await makeAuthority());
    created.push('certificate authority');
  } else if (step && authorities.length === 1) {
    authorities.push(await makeAuthority());
    created.push('second certificate authority, trusted beside the first');
  } else if (step && issuing === 0) {
    issuing = 1;
    created.push('certificates of the new authority');
  } else if (step) {
    authorities.shift();
    issuing = 0;
    created.push('removal of the old authority');
  }
  const authority = authorities[issuing];
  if (!authority) throw new Error(`there is no certificate authority ${issuing}`);
  /** @type {Certificates['leaves']} */
  const leaves = {};
  for (const peer of peers) {
    const leaf = existing?.leaves?.[peer];
    const isGood = leaf?.authority === authority.certificate && !isDueForRenewal(leaf.certificate);
    leaves[peer] = isGood ? leaf : await makeLeaf(authority, { peer, days });
    if (!isGood) created.push(`certificate of ${peer}`);
  }
  return { certificates: { authorities, issuing, leaves }, created };
}

/** The file names of cert-manager's Secrets, so that both sources work with the same paths. @param {Leaf} leaf */
export const leafFiles = ({ certificate, key, authority }) => ({
  'tls.crt': certificate,
  'tls.key': key,
  'ca.crt': authority,
});

/**
 * Writes new leaves for `peers`, each in a private folder below `folder`. A reader that finds a key without its
 * certificate retries.
 * @param {string} folder
 * @param {readonly string[]} peers
 * @param {LeafOptions} [options]
 * @param {CertifiedKey} authority
 * @returns {Promise<(peer: string) => ReturnType<typeof leafVariables>>} the environment variables for a peer
 */
export async function writeLeaves(folder, authority, peers, options = {}) {
  for (const peer of peers) writeLeaf(join(folder, peer), await makeLeaf(authority, { peer, ...options }));
  return (peer) => leafVariables(join(folder, peer));
}

/** Replaces the files of a leaf atomically, the key first. @param {string} folder @param {Leaf} leaf */
export function writeLeaf(folder, leaf) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = leafFiles(leaf);
  for (const name of /** @type {const} */ (['ca.crt', 'tls.key', 'tls.crt'])) {
    const path = join(folder, name);
    if (name === 'ca.crt' && existsSync(path) && readFileSync(path, 'utf8') === files[name]) continue;
    writeFileSync(`${path}.new`, files[name], { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
}

/** @typedef {ReturnType<typeof leafVariables>} LeafVariables */
export const leafVariables = (/** @type {string} */ folder) => ({
  TLS_CERT_FILE: join(folder, 'tls.crt'),
  TLS_KEY_FILE: join(folder, 'tls.key'),
  TLS_CA_FILE: join(folder, 'ca.crt'),
});
