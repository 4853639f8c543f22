import { X509Certificate } from 'node:crypto';
import { peers } from '@site/proto/rpc-access';
import { completeCertificates, makeLeaf } from '../../services/platform/local/certificates.mjs';
import { completeSecrets, consumers } from './secrets.mjs';

type Certificates = Awaited<ReturnType<typeof completeCertificates>>['certificates'];

const { secrets } = completeSecrets({});
function visible(certificates: Certificates, peer: string) {
  const { files } = consumers({ ...secrets, certificates })[`tls-${peer}`]!;
  const all = files['ca.crt']!.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [];
  return {
    leaf: new X509Certificate(files['tls.crt']!),
    key: files['tls.key']!,
    trusted: all.map((text) => new X509Certificate(text)),
  };
}
const isTrusted = ({ leaf, trusted }: ReturnType<typeof visible>) =>
  trusted.some((authority) => leaf.checkIssued(authority) && leaf.verify(authority.publicKey));

it("name each process and are trusted by all; no process gets another's key or the authority's", async () => {
  const { certificates } = await completeCertificates();
  const provided = peers.map((peer) => visible(certificates, peer));
  expect(provided.map(({ leaf }) => leaf.subjectAltName)).toEqual(
    peers.map((peer) => `URI:spiffe://arkansas-weather/${peer}, DNS:${peer}`),
  );
  expect(provided.every(isTrusted)).toBe(true);
  expect(new Set(provided.map(({ key }) => key)).size).toBe(peers.length);
  expect(provided.map(({ key }) => key)).not.toContain(certificates.authorities[0]!.key);
});

it('are kept for two thirds of their life, then renewed', async () => {
  const { certificates } = await completeCertificates();
  expect(await completeCertificates(certificates)).toEqual({ certificates, created: [] });
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
  const leafOf = (peer: string, daysPassed: number, daysLeft: number) =>
    makeLeaf(certificates.authorities[0]!, { peer, notBefore: inDays(-daysPassed), notAfter: inDays(daysLeft) });
  const leaves = { ...certificates.leaves, auth: await leafOf('auth', 61, 29), worker: await leafOf('worker', 59, 31) };
  const { certificates: renewed, created } = await completeCertificates({ ...certificates, leaves });
  expect(created).toEqual(['certificate of auth']);
  expect(renewed.leaves['worker']).toBe(leaves.worker);
  const { validFrom, validTo } = visible(renewed, 'auth').leaf;
  expect((Date.parse(validTo) - Date.parse(validFrom)) / (24 * 3_600_000)).toBeCloseTo(90, 0);
});

it('switch to another authority in three steps, each compatible with the previous one', async () => {
  const states = [(await completeCertificates()).certificates];
  for (let step = 0; step < 3; step += 1)
    states.push((await completeCertificates(states.at(-1), { step: true })).certificates);
  expect(states.map(({ authorities }) => authorities.length)).toEqual([1, 2, 2, 1]);
  for (let step = 1; step < states.length; step += 1) {
    const before = visible(states[step - 1]!, 'auth');
    const after = visible(states[step]!, 'gateway');
    expect(isTrusted({ ...before, trusted: after.trusted })).toBe(true);
    expect(isTrusted({ ...after, trusted: before.trusted })).toBe(true);
  }
  const first = visible(states[0]!, 'auth');
  const last = visible(states[3]!, 'gateway');
  expect(isTrusted({ ...first, trusted: last.trusted })).toBe(false);
});
