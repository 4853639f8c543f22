/**
 * Mutual TLS between the processes: on every connection, as client and as server, each presents a certificate from the
 * installation's CA that names it as spiffe://arkansas-weather/<peer>.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PeerCertificate } from 'node:tls';
import { experimental, type ChannelCredentials, type ChannelOptions, type ServerCredentials } from '@grpc/grpc-js';
import { peers, type Peer } from '@site/proto/rpc-access';
import { Gauge } from 'prom-client';
import { metrics } from './metrics.js';
import type { ReadinessCheck } from './probes.js';
import type { Logger } from './injection-tokens.js';

/** Paths of a process's certificate (with its chain), private key and trusted CAs, in PEM. */
export interface TlsFiles {
  certificate: string;
  key: string;
  /** One CA, or several during a rotation, which issue leaves directly. */
  authorities: string;
}

interface Material {
  certificate: Buffer;
  key: Buffer;
  authorities: Buffer;
  leaf: X509Certificate;
}

/** The next connection uses a replaced certificate. */
const rereadMs = 10_000;

const expires = new Gauge({
  name: 'tls_certificate_expires_timestamp_seconds',
  help: 'When the certificate that this process presents to others expires, seconds since 1970',
  registers: [metrics],
});

/** When the latest certificate that this process read expires, ms since 1970; undefined without one. */
let expiresAtMs: number | undefined;

/** Readiness check: other processes refuse one whose certificate has expired. */
export const checkOwnCertificate: ReadinessCheck = () =>
  // eslint-disable-next-line no-restricted-syntax -- certificates name wall-clock times
  expiresAtMs !== undefined && Date.now() >= expiresAtMs
    ? Promise.reject(new Error(`this process's certificate expired at ${new Date(expiresAtMs).toISOString()}`))
    : Promise.resolve();

/** Whether a call failed because the server's certificate has expired. */
export const isExpiredCertificate = (error: unknown): boolean =>
  /certificate has expired/.test((error as { details?: string } | undefined)?.details ?? '');

const names = new Set<string>(peers);

/** Returns the peer that a certificate names, if it names exactly one. */
export function peerNamed(subjectAltName: string | undefined): Peer | undefined {
  const addresses = (subjectAltName ?? '').split(', ').filter((entry) => entry.startsWith('URI:'));
  const name = addresses.length === 1 ? addresses[0]?.slice('URI:spiffe://arkansas-weather/'.length) : undefined;
  return name && names.has(name) && addresses[0] === `URI:spiffe://arkansas-weather/${name}`
    ? (name as Peer)
    : undefined;
}

const certificatesOf = (pem: Buffer) =>
  (pem.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (text) => new X509Certificate(text),
  );

/** A process's own certificate and the CAs it trusts, reread from their files every ten seconds while in use. */
export class PeerIdentity implements experimental.CertificateProvider {
  private material: Material;
  private readonly identityListeners = new Set<experimental.IdentityCertificateUpdateListener>();
  private readonly authorityListeners = new Set<experimental.CaCertificateUpdateListener>();
  private timer: NodeJS.Timeout | undefined;
  private lastErrorMessage = '';

  /**
   * @param peer whose certificate it must be
   * @throws Error with one sentence when a file is missing or the files don't match
   */
  constructor(
    readonly peer: Peer,
    private readonly files: TlsFiles,
    private readonly logger: Logger,
    private readonly reloadIntervalMs = rereadMs,
  ) {
    this.material = this.read();
  }

  private read(): Material {
    const { certificate, key, authorities } = this.files;
    const bytes = (path: string) => {
      try {
        return readFileSync(path);
      } catch (error) {
        throw new Error(`The file ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
      }
    };
    const read = { certificate: bytes(certificate), key: bytes(key), authorities: bytes(authorities) };
    const [leaf] = certificatesOf(read.certificate);
    if (!leaf) throw new Error(`There is no certificate in ${certificate}.`);
    if (!leaf.checkPrivateKey(createPrivateKey(read.key)))
      throw new Error(`The key in ${key} does not match the certificate in ${certificate}.`);
    const named = peerNamed(leaf.subjectAltName);
    if (named !== this.peer)
      throw new Error(`The certificate in ${certificate} names ${named ?? 'no known process'}, not ${this.peer}.`);
    if (!isIssuedBy(leaf, certificatesOf(read.authorities)))
      throw new Error(`The certificate in ${certificate} is not issued by a CA in ${authorities}.`);
    expiresAtMs = Date.parse(leaf.validTo);
    expires.set(expiresAtMs / 1_000);
    return { ...read, leaf };
  }

  /** Adopts changed files. Inconsistent ones, perhaps half written, are retried later. */
  private reread(): void {
    const before = this.material;
    try {
      this.material = this.read();
      this.lastErrorMessage = '';
    } catch (error) {
      const errorMessage = (error as Error).message;
      if (errorMessage !== this.lastErrorMessage)
        this.logger.warn({ fault: errorMessage }, 'the certificate was not renewed');
      this.lastErrorMessage = errorMessage;
      return;
    }
    if (!before.authorities.equals(this.material.authorities))
      for (const listener of this.authorityListeners) listener({ caCertificate: this.material.authorities });
    if (before.certificate.equals(this.material.certificate)) return;
    this.logger.info({ until: this.material.leaf.validTo }, 'the certificate was renewed');
    for (const listener of this.identityListeners) listener(this.currentIdentity());
  }

  private readonly currentIdentity = () => ({ certificate: this.material.certificate, privateKey: this.material.key });

  private watch(): void {
    const needed = this.identityListeners.size + this.authorityListeners.size > 0;
    if (needed && !this.timer) this.timer = setInterval(() => this.reread(), this.reloadIntervalMs).unref();
    if (needed || !this.timer) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  addIdentityCertificateListener(listener: experimental.IdentityCertificateUpdateListener): void {
    this.identityListeners.add(listener);
    this.watch();
    // Deferred: the caller isn't ready for an update yet.
    process.nextTick(() => listener(this.currentIdentity()));
  }

  removeIdentityCertificateListener(listener: experimental.IdentityCertificateUpdateListener): void {
    this.identityListeners.delete(listener);
    this.watch();
  }

  addCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.authorityListeners.add(listener);
    this.watch();
    process.nextTick(() => listener({ caCertificate: this.material.authorities }));
  }

  removeCaCertificateListener(listener: experimental.CaCertificateUpdateListener): void {
    this.authorityListeners.delete(listener);
    this.watch();
  }

  /** Accepts every certificate of the installation; `rpcGuard` decides what the peer may call. */
  serverCredentials(): ServerCredentials {
    return experimental.createCertificateProviderServerCredentials(this, this, true);
  }

  /** Refuses a server with any certificate but that of `peer`. */
  channelCredentials(peer: Peer): ChannelCredentials {
    const checkServerIdentity = (_host: string, { subjectaltname }: PeerCertificate) =>
      peerNamed(subjectaltname) === peer ? undefined : new Error(`the peer is not ${peer}`);
    return experimental.createCertificateProviderChannelCredentials(this, this, { checkServerIdentity });
  }
}

const isIssuedBy = (leaf: X509Certificate, authorities: X509Certificate[]) =>
  !leaf.ca && authorities.some((authority) => leaf.checkIssued(authority) && leaf.verify(authority.publicKey));

/** Addresses may be IP addresses, which TLS doesn't allow as a server name (RFC 6066, 3). */
export const toPeer = (peer: Peer): ChannelOptions => ({ 'grpc.ssl_target_name_override': peer });
