import sharp from 'sharp';
import { expect } from '../../lib/visitor-journey.mjs';
import { until } from '../../lib/until.mjs';

/** Applies as a sponsor with a logo, is approved, and appears on the home page. */
export async function sponsor({ site, say, session }) {
  const company = `Ozark Storm Shelters ${Date.now()}`;
  const logo = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#284' } })
    .png()
    .toBuffer();
  const form = new FormData();
  const fields = {
    name: company,
    email: 'sponsor@journey.test',
    phone_number: '5015550123',
    company_name: company,
    message: 'We would like to support the site.',
    url: 'https://sponsor.journey.test/',
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('advertise_file', new Blob([logo], { type: 'image/png' }), 'logo.png');
  const { data: sent } = await site.json('/main/advertise/with/us', { method: 'POST', body: form });

  const headers = await session();
  await until(
    'the logo to be processed',
    async () => {
      const { data } = await site.json('/admin/main/sponsor?state=pending', { headers });
      return data.pendingSponsor.find(({ id, picture }) => id === sent.id && picture?.state === 'ready');
    },
    { withinMs: 60_000, everyMs: 500 },
  );
  await site.json(`/admin/main/sponsor/approve/${sent.id}`, { method: 'POST', headers });
  const shown = await until('the sponsor on the home page', async () => {
    const { data } = await site.json('/main/home');
    return data.sponsors.find(({ id, company_logo: file }) => id === sent.id && file);
  });
  expect(shown.name === company, `the home page calls the sponsor "${shown.name}"`);
  await until('the logo to be public', async () => (await site.get(shown.company_logo)).status === 200);
  say('a sponsor applied with a logo, was approved, and is on the home page');
}
