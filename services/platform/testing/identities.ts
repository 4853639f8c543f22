/** Certificates of a test run, from one CA (`global-setup.mjs`). */
import { join } from 'node:path';
import type { Peer } from '@site/proto/rpc-access';
import { leafVariables, type LeafVariables } from '../local/certificates.mjs';
import { tlsFiles } from '../src/base/config.js';
import { PeerIdentity, type TlsFiles } from '../src/base/peer-identity.js';
import { testLogger } from './logger.js';

export function testTlsVariables(peer: Peer): LeafVariables {
  const folder = process.env['TEST_TLS_DIR'];
  if (!folder) throw new Error('TEST_TLS_DIR is not set: run through jest.config.mjs of the root');
  return leafVariables(join(folder, peer));
}

export const testTls = (peer: Peer): TlsFiles => tlsFiles(testTlsVariables(peer));

const identities = new Map<Peer, PeerIdentity>();

/** Returns the peer's identity, one per test process. */
export function testIdentity(peer: Peer): PeerIdentity {
  const identity = identities.get(peer) ?? new PeerIdentity(peer, testTls(peer), testLogger);
  identities.set(peer, identity);
  return identity;
}
