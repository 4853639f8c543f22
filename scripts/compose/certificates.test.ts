import { X509Certificate } from 'node:crypto';
import { peers } from '@site/proto/rpc-access';
import { makeLeaf } from '../../services/platform/local/certificates.mjs';
import { completeCertificates, completeSecrets, consumers } from './secrets.mjs';

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

it('are kept while valid for more than a month, then renewed', async () => {
  const { certificates } = await completeCertificates();
  expect(await completeCertificates(certificates)).toEqual({ certificates, created: [] });
  const aging = await makeLeaf(certificates.authorities[0]!, { peer: 'auth', days: 29 });
  const old = { ...certificates, leaves: { ...certificates.leaves, auth: aging } };
  const { certificates: renewed, created } = await completeCertificates(old);
  expect(created).toEqual(['certificate of auth']);
  expect(renewed.leaves['gateway']).toEqual(certificates.leaves['gateway']);
  expect(visible(renewed, 'auth').leaf.fingerprint256).not.toBe(new X509Certificate(aging.certificate).fingerprint256);
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
