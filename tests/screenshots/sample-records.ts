import { join } from 'node:path';
import { until } from '@site/platform/testing/until';
import { maxLength } from '@site/proto/fields';
import sharp from 'sharp';
import { root } from '../../scripts/lib/checkout.mjs';
import { formOf, siteAt } from '../../scripts/lib/visitor-requests.mjs';

/** Typical records, or the worst case, for screens that are empty in a new product. */

/** The widest letter; `unlike` makes two of them different. */
const fillField = (field: keyof typeof maxLength, unlike = '') =>
  (unlike + 'W'.repeat(maxLength[field])).slice(0, maxLength[field]);
const maxLengthEmail = (unlike: string) =>
  `${unlike}${'w'.repeat(60 - unlike.length)}@${`${'w'.repeat(60)}.`.repeat(3)}example.org`.slice(-maxLength.email);

const photos = {
  Avery: { location: 'Petit Jean State Park', comment: 'Sun on one side, rain on the other.' },
  Blake: { location: 'South of Jasper', comment: 'The creek is over the road. Nobody was in it.' },
  Casey: { location: 'Near Scott', comment: 'From far away, and going away from us.' },
};

/** By the API's field names. */
const sets = {
  normal: {
    sponsor: {
      name: 'Sam Sponsor',
      phone_number: '+15015550123',
      company_name: 'Delta Tire',
      url: 'https://example.com/tires',
      message: 'We fix tires after every storm.',
    },
    emails: (name: string) => `${name}@example.org`,
    photo: (name: keyof typeof photos) => ({ first_name: name, last_name: 'Marlow', ...photos[name] }),
    message: {
      name: 'Nora Neighbor',
      phone: '+15015550111',
      feedback: 'The river gauge at Spadra is named twice. See https://water.noaa.gov/gauges/spda4.',
    },
    moderator: { name: 'Mona Moderator' },
  },
  longest: {
    // A new product already has typical ones of these.
    post: {
      title: fillField('title'),
      description: fillField('description'),
      url: `https://example.com/${'w'.repeat(maxLength.url - 20)}`,
    },
    question: { question: fillField('question'), answer: fillField('answer') },
    member: { name: fillField('name'), designation: fillField('designation') },
    sponsor: {
      name: fillField('name'),
      phone_number: '+150155501111111',
      company_name: fillField('name'),
      url: `https://example.com/${'w'.repeat(maxLength.url - 20)}`,
      message: fillField('message'),
    },
    emails: maxLengthEmail,
    photo: (name: string) => ({
      first_name: fillField('name', name),
      last_name: fillField('name'),
      location: fillField('location'),
      comment: fillField('comment'),
    }),
    message: { name: fillField('name'), phone: fillField('phone'), feedback: fillField('feedback') },
    moderator: { name: fillField('name') },
    header: fillField('header'),
  },
};

const asFile = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' });
const plainImage = async (background: string) =>
  asFile(
    await sharp({ create: { width: 640, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );

/** Returns a photo unlike any sample photo, so that it isn't a duplicate. */
export const drawing = (name: string): Promise<Buffer> =>
  sharp(join(root, `services/content/seed/${name}.svg`))
    .resize({ width: 1_200 })
    .jpeg()
    .toBuffer();

/**
 * Writes a set of records through the API, as visitors and editors would.
 * @param product with high limits, or none
 * @param token an admin's
 */
export async function writeRecords({ url }: { url: string }, token: string, kind: 'normal' | 'longest'): Promise<void> {
  const set = sets[kind];
  const headers = { Authorization: `Bearer ${token}` };
  const { json } = siteAt(url);
  const send = (path: string, fields: Record<string, string | File>) =>
    json(path, { method: 'POST', body: formOf(fields) });
  const sendAsAdmin = (path: string, fields: Record<string, string | File>) =>
    json(path, { method: 'POST', headers, body: formOf(fields) });
  const read = async <Data>(path: string) => (await json<Data>(path, { headers })).data;

  const buildSponsor = async (name: string, color: string) => ({
    ...set.sponsor,
    email: set.emails(name),
    advertise_file: await plainImage(color),
  });
  if (kind === 'longest') {
    const { post, question, member, header } = sets.longest;
    await sendAsAdmin('/admin/main/post/create', post);
    await sendAsAdmin('/admin/main/faqs/create', question);
    await sendAsAdmin('/admin/main/team/create', { ...member, image: await plainImage('#357') });
    await sendAsAdmin('/admin/main/sponsor/create', await buildSponsor('a', '#753'));
    const existing = await read<{ id?: string } | null>('/admin/main/header');
    await sendAsAdmin(`/admin/main/header/${existing?.id ? 'edit' : 'create'}`, {
      header,
      ...(existing?.id && { header_id: existing.id }),
    });
  }
  await send('/main/advertise/with/us', await buildSponsor('b', '#735'));
  for (const [name, file] of [
    ['Avery', 'watch-or-warning'],
    ['Blake', 'flash-flood'],
    ['Casey', 'tornado-warning'],
  ] as const)
    await send('/main/snapshot/create', {
      ...set.photo(name),
      email: set.emails(name.toLowerCase()),
      snapshot_file_path: asFile(await drawing(file)),
    });
  const message = new URLSearchParams({ ...set.message, email: set.emails('c') });
  await json('/main/contact-us', { method: 'POST', body: message });
  await sendAsAdmin('/admin/main/moderator/create', {
    ...set.moderator,
    email: set.emails('d'),
    password: 'hail as large as quarters',
  });
  const [photo] = await until(
    'the photos to be ready',
    async () => {
      const { pendingSnapshots: pending } = await read<{
        pendingSnapshots: { id: string; picture?: { state: string } }[];
      }>('/admin/main/snapshot?state=pending');
      const areReady = pending.length >= 3 && pending.every(({ picture }) => picture?.state === 'ready');
      return areReady ? pending : undefined;
    },
    120_000,
  );
  await json(`/admin/main/snapshot/approve/${photo?.id}`, { method: 'POST', headers });
}
