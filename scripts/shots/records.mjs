import { join } from 'node:path';
import { maxLength } from '@site/proto/fields';
import sharp from 'sharp';
import { root } from '../lib/checkout.mjs';
import { until } from '../lib/until.mjs';
import { formOf, siteAt } from '../lib/visitor-requests.mjs';

/** Typical records, or the worst case, for screens that are empty in a new product. */

/** The widest letter; `unlike` makes two of them different. */
const longest = (field, unlike = '') => (unlike + 'W'.repeat(maxLength[field])).slice(0, maxLength[field]);
const longestEmail = (unlike) =>
  `${unlike}${'w'.repeat(60 - unlike.length)}@${`${'w'.repeat(60)}.`.repeat(3)}example.org`.slice(-maxLength.email);

const seen = {
  Avery: { location: 'Petit Jean State Park', comment: 'Sun on one side, rain on the other.' },
  Blake: { location: 'South of Jasper', comment: 'The creek is over the road. Nobody was in it.' },
  Casey: { location: 'Near Scott', comment: 'From far away, and going away from us.' },
};

/** By the API's field names. */
const sets = {
  usual: {
    sponsor: {
      name: 'Sam Sponsor',
      phone_number: '+15015550123',
      company_name: 'Delta Tire',
      url: 'https://example.com/tires',
      message: 'We fix tires after every storm.',
    },
    emails: (who) => `${who}@example.org`,
    photo: (name) => ({ first_name: name, last_name: 'Marlow', ...seen[name] }),
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
      title: longest('title'),
      description: longest('description'),
      url: `https://example.com/${'w'.repeat(maxLength.url - 20)}`,
    },
    question: { question: longest('question'), answer: longest('answer') },
    member: { name: longest('name'), designation: longest('designation') },
    sponsor: {
      name: longest('name'),
      phone_number: '+150155501111111',
      company_name: longest('name'),
      url: `https://example.com/${'w'.repeat(maxLength.url - 20)}`,
      message: longest('message'),
    },
    emails: longestEmail,
    photo: (name) => ({
      first_name: longest('name', name),
      last_name: longest('name'),
      location: longest('location'),
      comment: longest('comment'),
    }),
    message: { name: longest('name'), phone: longest('phone'), feedback: longest('feedback') },
    moderator: { name: longest('name') },
    header: longest('header'),
  },
};

const asFile = (bytes) => new Blob([bytes], { type: 'image/jpeg' });
const picture = async (background) =>
  asFile(await sharp({ create: { width: 640, height: 400, channels: 3, background } }).jpeg().toBuffer());

/** Returns a photo unlike any sample photo, so that it isn't a duplicate. */
export const drawing = (name) =>
  sharp(join(root, `services/content/seed/${name}.svg`))
    .resize({ width: 1_200 })
    .jpeg()
    .toBuffer();

/**
 * Writes a set of records through the API, as visitors and editors would.
 * @param {{ url: string }} product with high limits, or none
 * @param {string} token an admin's
 * @param {'usual' | 'longest'} kind
 */
export async function writeRecords({ url }, token, kind) {
  const set = sets[kind];
  const ask = async (path, { body, method = body ? 'POST' : 'GET', visitor = false } = {}) => {
    const headers = visitor ? {} : { Authorization: `Bearer ${token}` };
    return (await siteAt(url).json(path, { method, headers, body })).data;
  };
  const send = (path, fields, options) => ask(path, { body: formOf(fields), ...options });
  const visitor = { visitor: true };

  const sponsorOf = async (who, colour) => ({
    ...set.sponsor,
    email: set.emails(who),
    advertise_file: await picture(colour),
  });
  if (kind === 'longest') {
    const { post, question, member, header } = sets.longest;
    await send('/admin/main/post/create', post);
    await send('/admin/main/faqs/create', question);
    await send('/admin/main/team/create', { ...member, image: await picture('#357') });
    await send('/admin/main/sponsor/create', await sponsorOf('a', '#753'));
    const { id } = (await ask('/admin/main/header')) ?? {};
    await send(`/admin/main/header/${id ? 'edit' : 'create'}`, { header, ...(id && { header_id: id }) });
  }
  await send('/main/advertise/with/us', await sponsorOf('b', '#735'), visitor);
  for (const [name, drawn] of [
    ['Avery', 'watch-or-warning'],
    ['Blake', 'flash-flood'],
    ['Casey', 'tornado-warning'],
  ])
    await send(
      '/main/snapshot/create',
      {
        ...set.photo(name),
        email: set.emails(name.toLowerCase()),
        snapshot_file_path: asFile(await drawing(drawn)),
      },
      visitor,
    );
  const message = new URLSearchParams({ ...set.message, email: set.emails('c') });
  await ask('/main/contact-us', { body: message, ...visitor });
  await send('/admin/main/moderator/create', {
    ...set.moderator,
    email: set.emails('d'),
    password: 'hail as large as quarters',
  });
  const isReady = (photo) => photo.picture?.state === 'ready';
  const [photo] = await until(
    'the photos to be ready',
    async () => {
      const { pendingSnapshots } = await ask('/admin/main/snapshot?state=pending');
      return pendingSnapshots.length >= 3 && pendingSnapshots.every(isReady) && pendingSnapshots;
    },
    { withinMs: 120_000 },
  );
  await ask(`/admin/main/snapshot/approve/${photo.id}`, { method: 'POST' });
}
