import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PeerCertificate } from 'node:tls';
import { experimental, type ChannelCredentials, type ChannelOptions, type ServerCredentials } from '@grpc/grpc-js';
import { peers, type Peer } from '@site/proto/rpc-access';
import { Gauge } from 'prom-client';
import { metrics } from './metrics.js';
import type { Logger } from './tokens.js';

/**
 * How the processes of the house know each other: each has a certificate of the house's own authority, in which its name stands
 * as spiffe://arkansas-weather/<peer>, and shows it on every connection, whichever end it is. There is no connection without.
 */

/** Where a process finds its certificate (with its chain), its private key and the authorities that it trusts; all in PEM. */
export interface TlsFiles {
  certificate: string;
  key: string;
  /** One or, while one replaces another, several. Each issues the leaves itself. */
  authorities: string;
}

/** What is in the files, once it fits together. */
interface Material {
  certificate: Buffer;
  key: Buffer;
  authorities: Buffer;
  /** The leaf in `certificate`. */
  leaf: X509Certificate;
}

/** Files are read this often: a certificate that replaces another is used for the next connection. */
const rereadMs = 10_000;

const expires = new Gauge({
  name: 'tls_certificate_expires_timestamp_seconds',
  help: 'When the certificate that this process shows to the others expires, seconds since 1970',
  registers: [metrics],
});

const names = new Set<string>(peers);

/** The peer that a certificate of the house names; undefined unless it names exactly one. */
export function peerNamed(subjectAltName: string | undefined): Peer | undefined {
  const addresses = (subjectAltName ?? '').split(', ').filter((entry) => entry.startsWith('URI:'));
  const name = addresses.length === 1 ? addresses[0]?.slice('URI:spiffe://arkansas-weather/'.length) : undefined;
  return name && names.has(name) && addresses[0] === `URI:spiffe://arkansas-weather/${name}`
    ? (name as Peer)
    : undefined;
}

/** Whether a certificate is valid at this moment. */
export const isCurrent = ({ validFrom, validTo }: X509Certificate, now = Date.now()) =>
  Date.parse(validFrom) <= now && now <= Date.parse(validTo);

/** Every certificate of a PEM file. */
const certificatesOf = (pem: Buffer) =>
  (pem.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (text) => new X509Certificate(text),
  );

/** This process among the others. */
export class PeerIdentity implements experimental.CertificateProvider {
  private material: Material;
  private trusted: X509Certificate[] = [];
  /** Which of the trusted authorities issued a certificate: checking a signature is work, and callers show the same ones. */
  private issuers = new WeakMap<X509Certificate, X509Certificate>();
  private readonly identityListeners = new Set<experimental.IdentityCertificateUpdateListener>();
  private readonly authorityListeners = new Set<experimental.CaCertificateUpdateListener>();
  private timer: NodeJS.Timeout | undefined;
  private lastFault = '';

  /**
   * @param peer whose certificate it must be
   * @throws Error with one sentence when a file is missing, or they do not belong together
   */
  constructor(
    readonly peer: Peer,
    private readonly files: TlsFiles,
    private readonly logger: Logger,
    private readonly rereadEveryMs = rereadMs,
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
    const trusted = certificatesOf(read.authorities);
    if (!leaf) throw new Error(`There is no certificate in ${certificate}.`);
    if (!leaf.checkPrivateKey(createPrivateKey(read.key)))
      throw new Error(`The key in ${key} is not the one of the certificate in ${certificate}.`);
    const named = peerNamed(leaf.subjectAltName);
    if (named !== this.peer)
      throw new Error(
        `The certificate in ${certificate} is of ${named ?? 'nobody of the house'}, not of ${this.peer}.`,
      );
    if (!issuerOf(leaf, trusted))
      throw new Error(`The certificate in ${certificate} is not issued by an authority in ${authorities}.`);
    this.trusted = trusted;
    this.issuers = new WeakMap();
    expires.set(Date.parse(leaf.validTo) / 1_000);
    return { ...read, leaf };
  }

  /** Takes over what has changed; what does not fit together, perhaps because it is half written, is left for the next time. */
  private reread(): void {
    const before = this.material;
    try {
      this.material = this.read();
      this.lastFault = '';
    } catch (error) {
      const fault = (error as Error).message;
      if (fault !== this.lastFault) this.logger.warn({ fault }, 'the certificate was not renewed');
      this.lastFault = fault;
      return;
    }
    if (!before.authorities.equals(this.material.authorities))
      for (const listener of this.authorityListeners) listener({ caCertificate: this.material.authorities });
    if (before.certificate.equals(this.material.certificate)) return;
    this.logger.info({ until: this.material.leaf.validTo }, 'the certificate was renewed');
    for (const listener of this.identityListeners) listener(this.shown());
  }

  private readonly shown = () => ({ certificate: this.material.certificate, privateKey: this.material.key });

  private watch(): void {
    const needed = this.identityListeners.size + this.authorityListeners.size > 0;
    if (needed && !this.timer) this.timer = setInterval(() => this.reread(), this.rereadEveryMs).unref();
    if (needed || !this.timer) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  addIdentityCertificateListener(listener: experimental.IdentityCertificateUpdateListener): void {
    this.identityListeners.add(listener);
    this.watch();
    // Later, because whoever asks is not ready to be told yet.
    process.nextTick(() => listener(this.shown()));
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

  /** The private key (PEM) and the leaf that belongs to it, for signing. */
  signer(): { key: Buffer; leaf: X509Certificate } {
    return this.material;
  }

  /** Whether one of the authorities that this process trusts now issued the certificate, and both are valid now. */
  trusts(certificate: X509Certificate): boolean {
    const issuer = this.issuers.get(certificate) ?? issuerOf(certificate, this.trusted);
    if (issuer) this.issuers.set(certificate, issuer);
    return issuer !== undefined && isCurrent(issuer) && isCurrent(certificate);
  }

  /** Whom a connection's other end may be: anyone with a certificate of the house. `rpcGuard` says what they may call. */
  serverCredentials(): ServerCredentials {
    return experimental.createCertificateProviderServerCredentials(this, this, true);
  }

  /** For connections to `peer`, wherever its address leads: who answers there with another certificate is not spoken to. */
  channelCredentials(peer: Peer): ChannelCredentials {
    const checkServerIdentity = (_host: string, { subjectaltname }: PeerCertificate) =>
      peerNamed(subjectaltname) === peer ? undefined : new Error(`the other end is not ${peer}`);
    return experimental.createCertificateProviderChannelCredentials(this, this, { checkServerIdentity });
  }
}

/** The authority that issued a leaf, if it is one of these. */
const issuerOf = (leaf: X509Certificate, authorities: X509Certificate[]) =>
  leaf.ca
    ? undefined
    : authorities.find((authority) => leaf.checkIssued(authority) && leaf.verify(authority.publicKey));

/** Options of a channel to `peer`. Addresses may be numbers, which TLS does not allow as the name of a server (RFC 6066, 3). */
export const toPeer = (peer: Peer): ChannelOptions => ({ 'grpc.ssl_target_name_override': peer });
