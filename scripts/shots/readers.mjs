import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../lib/until.mjs';

/** Subscribers to the newsletter and to warnings, on a product with mails as files and simulated weather. */

const readers = Array.from({ length: 12 }, (_, number) => `reader${number}@example.org`);

async function postJson(url, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}

/**
 * Signs all readers up, and follows the confirmation links in their mails, which are files here.
 * @param {string} place the API's address for sign-ups, below which are confirmations
 * @param {RegExp} link finds the token in a mail with rejoined lines
 */
async function signUpReaders({ url, dataDir }, { place, signUp, more = {}, link }) {
  for (const email of readers) await postJson(`${url}${place}/${signUp}`, { email, ...more });
  const folder = join(dataDir, 'mail');
  const tokens = await until('the mails that ask', () => {
    const found = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/=\r?\n/g, ''))
      .flatMap((mail) => link.exec(mail)?.[1] ?? []);
    return found.length === readers.length && found;
  });
  for (const token of tokens) await postJson(`${url}${place}/confirm`, { token });
}

export const signUpForMails = (product) =>
  signUpReaders(product, {
    place: '/main/news/letter',
    signUp: 'create',
    link: /newsletter\/confirm\?token=3D([\w-]+)/,
  });

/** Subscribes the readers to Pulaski County by mail, and issues a tornado warning. */
export async function playAWarning(product) {
  const wishes = { counties: ['05119'], kinds: ['tornado'], least_level: 1 };
  await signUpReaders(product, {
    place: '/main/notifications',
    signUp: 'subscribe',
    more: { wishes, consent_version: '2026-11' },
    link: /subscription\?token=3D([\w-]+)/,
  });
  const { simulator } = product.state().ports;
  await postJson(`http://127.0.0.1:${simulator.grpc}/__sim/nws`, { mode: 'tornado', expires_in_s: 2_400 });
  await until(
    'the warning to be sent',
    async () => {
      const { data } = await (await fetch(`${product.url}/main/notifications/delivery`)).json();
      return data.warnings[0]?.accepted === readers.length;
    },
    { withinMs: 120_000 },
  );
}
