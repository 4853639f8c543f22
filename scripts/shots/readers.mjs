import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../lib/until.mjs';
import { sendJson, siteAt } from '../lib/visitor-requests.mjs';

/** Requires mails as files and simulated weather. */

const readers = Array.from({ length: 12 }, (_, number) => `reader${number}@example.org`);

/**
 * Signs all readers up, and follows the confirmation links in their mails.
 * @param {string} place the API's address for sign-ups, below which are confirmations
 * @param {RegExp} link finds the token in a mail with rejoined lines
 */
async function signUpReaders({ url, dataDir }, { place, signUp, more = {}, link }) {
  const post = (path, body) => sendJson(siteAt(url), 'POST', `${place}/${path}`, body);
  for (const email of readers) await post(signUp, { email, ...more });
  const folder = join(dataDir, 'mail');
  const tokens = await until('the mails that ask', () => {
    const found = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/=\r?\n/g, ''))
      .flatMap((mail) => link.exec(mail)?.[1] ?? []);
    return found.length === readers.length && found;
  });
  for (const token of tokens) await post('confirm', { token });
}

export const signUpForMails = (product) =>
  signUpReaders(product, {
    place: '/main/news/letter',
    signUp: 'create',
    link: /newsletter\/confirm\?token=3D([\w-]+)/,
  });

export async function playAWarning(product) {
  const preferences = { counties: ['05119'], kinds: ['tornado'], min_level: 1 };
  await signUpReaders(product, {
    place: '/main/notifications',
    signUp: 'subscribe',
    more: { preferences, consent_version: '2026-11' },
    link: /subscription\?token=3D([\w-]+)/,
  });
  await sendJson(siteAt(product.simulatorUrl), 'POST', '/__sim/nws', { mode: 'tornado', expires_in_s: 2_400 });
  await until(
    'the warning to be sent',
    async () => {
      const { data } = await siteAt(product.url).json('/main/notifications/delivery');
      return data.warnings[0]?.accepted === readers.length;
    },
    { withinMs: 120_000 },
  );
}
