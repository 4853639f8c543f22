import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { peers } from '@site/proto/rpc-access';
import { completeSecrets, consumers } from '../scripts/compose/secrets.mjs';

/** cert-manager's certificates match what processes expect and `setup` would create. */

interface Certificate {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    secretName: string;
    uris?: string[];
    isCA?: boolean;
    duration: string;
    renewBefore?: string;
    privateKey: { algorithm: string; size: number };
    usages: string[];
    issuerRef: { name: string };
  };
}

const folder = join(import.meta.dirname, 'certificates');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const { resources } = parse(read('kustomization.yaml')) as { resources: string[] };
const documents = resources.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Certificate),
);
const leaves = documents.filter(({ kind, spec }) => kind === 'Certificate' && !spec.isCA);

it('has one certificate per process, under the name of the Secret it mounts', () => {
  expect(leaves.map(({ spec }) => [spec.secretName, spec.uris]).sort()).toEqual(
    peers.map((peer) => [`tls-${peer}`, [`spiffe://arkansas-weather/${peer}`]]).sort(),
  );
  const created = Object.keys(consumers(completeSecrets({}).secrets)).filter((name) => name.startsWith('tls-'));
  expect(leaves.map(({ spec }) => spec.secretName).sort()).toEqual(created.sort());
});

it('makes P-256 certificates for both ends of a connection, renewed a month before they expire', () => {
  for (const { metadata, spec } of leaves)
    expect({ name: metadata.name, ...spec }).toMatchObject({
      usages: ['digital signature', 'server auth', 'client auth'],
      privateKey: { algorithm: 'ECDSA', size: 256 },
      duration: '2160h',
      renewBefore: '720h',
      issuerRef: { name: 'processes' },
    });
});

it('uses an authority whose key no process can read', () => {
  const authority = documents.find(({ kind, spec }) => kind === 'Certificate' && spec.isCA)!;
  expect(authority.spec.secretName).toBe('authority');
  expect(leaves.map(({ spec }) => spec.secretName)).not.toContain('authority');
});
