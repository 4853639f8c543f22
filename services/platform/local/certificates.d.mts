/** In PEM. */
export interface CertifiedKey {
  certificate: string;
  key: string;
}

export interface Leaf extends CertifiedKey {
  authority: string;
}

interface LeafOptions {
  names?: string[];
  days?: number;
  notBefore?: Date;
  notAfter?: Date;
}

export interface LeafVariables extends Record<string, string> {
  TLS_CERT_FILE: string;
  TLS_KEY_FILE: string;
  TLS_CA_FILE: string;
}

export const peers: readonly string[];
export function makeAuthority(options?: { days?: number; name?: string }): Promise<CertifiedKey>;
export function makeLeaf(authority: CertifiedKey, options: LeafOptions & { peer: string }): Promise<Leaf>;
export function daysLeft(certificate: string): number;
export function leafFiles(leaf: Leaf): Record<'tls.crt' | 'tls.key' | 'ca.crt', string>;
export function writeLeaves(
  folder: string,
  authority: CertifiedKey,
  peers: readonly string[],
  options?: LeafOptions,
): Promise<(peer: string) => LeafVariables>;
export function leafVariables(folder: string): LeafVariables;
