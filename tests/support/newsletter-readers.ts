import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@site/platform/testing/until';
import type { Product } from '../../scripts/lib/product-process.mjs';
import { sendJson, siteAt } from '../../scripts/lib/visitor-requests.mjs';

/** Requires mails as files and simulated weather. */

const readers = Array.from({ length: 12 }, (_unused, number) => `reader${number}@example.org`);

interface SignUp {
  /** Path of the API below which are sign-up and confirmation. */
  api: string;
  action: string;
  fields?: object;
  /** Finds the token in a mail with rejoined lines. */
  link: RegExp;
}

/** Signs all readers up, and follows the confirmation links in their mails. */
async function signUpReaders({ url, dataDir }: Product, { api, action, fields = {}, link }: SignUp): Promise<void> {
  const post = (path: string, body: object) => sendJson(siteAt(url), 'POST', `${api}/${path}`, body);
  for (const email of readers) await post(action, { email, ...fields });
  const folder = join(dataDir, 'mail');
  const tokens = await until('the confirmation mails', () => {
    const found = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/=\r?\n/g, ''))
      .flatMap((mail) => link.exec(mail)?.[1] ?? []);
    return found.length === readers.length ? found : undefined;
  });
  for (const token of tokens) await post('confirm', { token });
}

export const signUpForMails = (product: Product): Promise<void> =>
  signUpReaders(product, {
    api: '/main/news/letter',
    action: 'create',
    link: /newsletter\/confirm\?token=3D([\w-]+)/,
  });

/** Subscribes the readers to tornado warnings of Pulaski County, issues one, and waits until they all have it. */
export async function playAWarning(product: Product): Promise<void> {
  const preferences = { counties: ['05119'], kinds: ['tornado'], min_level: 1 };
  await signUpReaders(product, {
    api: '/main/notifications',
    action: 'subscribe',
    fields: { preferences, consent_version: '2026-11' },
    link: /subscription\?token=3D([\w-]+)/,
  });
  await sendJson(siteAt(product.simulatorUrl), 'POST', '/__sim/nws', { mode: 'tornado', expires_in_s: 2_400 });
  await until(
    'the warning to be sent',
    async () => {
      const { data } = await siteAt(product.url).json<{ warnings: { accepted: number }[] }>(
        '/main/notifications/delivery',
      );
      return data.warnings[0]?.accepted === readers.length;
    },
    120_000,
  );
}
