import { snapshotFields } from '../lib/multipart.mjs';
import { call, photo } from '../lib/site.mjs';

export const name = 'S-04';
export const title = 'mass assignment';
export const rule = 'A field that a form does not have is rejected with 400, by name, and nothing is stored.';

const extras = [
  'id',
  'status',
  'approved',
  'role',
  'type',
  'created_at',
  'password_hash',
  'is_top',
  'version',
  '__proto__',
  'constructor',
  'constructor.prototype',
];

export async function run({ product: start, checks }) {
  const product = await start();
  const token = await product.signIn();
  const file = await photo();
  const sponsor = {
    name: 'S',
    email: 's@example.org',
    phone_number: '+15015550100',
    company_name: 'S',
    url: '',
    message: 'm',
  };
  const forms = [
    ['/main/snapshot/create', { multipart: { ...snapshotFields(), snapshot_file_path: file } }],
    ['/main/advertise/with/us', { multipart: { ...sponsor, advertise_file: file } }],
    ['/main/contact-us', { form: { name: 'C', phone: '1', email: 'c@example.org', feedback: 'f' } }],
    ['/main/news/letter/create', { json: { email: 'n@example.org' } }],
    ['/admin/auth/login', { json: { email: 'n@example.org', password: 'password' } }],
    ['/admin/main/post/create', { token, multipart: { title: 'T', description: 'D' } }],
    ['/admin/main/faqs/create', { token, multipart: { question: 'Q', answer: 'A' } }],
    ['/admin/main/team/create', { token, multipart: { name: 'N', designation: 'D', image: file } }],
    ['/admin/main/sponsor/create', { token, multipart: { ...sponsor, advertise_file: file } }],
    [
      '/admin/main/moderator/create',
      { token, multipart: { name: 'M', email: 'm@example.org', password: 'thunder over conway' } },
    ],
    ['/admin/main/header/create', { token, multipart: { header: 'H' } }],
  ];
  const count = async () =>
    JSON.stringify(
      await product.query(`SELECT (SELECT count(*) FROM submissions.snapshots), (SELECT count(*) FROM submissions.sponsors) s,
        (SELECT count(*) FROM submissions.contact_messages) c, (SELECT count(*) FROM submissions.newsletter_subscribers) n,
        (SELECT count(*) FROM content.posts) p, (SELECT count(*) FROM content.faqs) f, (SELECT count(*) FROM content.team_members) t,
        (SELECT count(*) FROM auth.people) m`),
    );
  const before = await count();
  for (const [path, { token: bearer, ...body }] of forms) {
    for (const extra of extras) {
      const [kind, fields] = Object.entries(body)[0];
      // JSON as text and an object without a prototype: assigning `__proto__` would not create a field.
      const sent =
        kind === 'json'
          ? `${JSON.stringify(fields).slice(0, -1)},"${extra}":"1"}`
          : Object.assign(Object.create(null), { [extra]: '1' }, fields);
      if (kind !== 'json' && extra === '__proto__')
        Object.defineProperty(sent, '__proto__', { value: '1', enumerable: true });
      const { status, json } = await call(product, 'POST', path, { token: bearer, [kind]: sent });
      checks.that(status === 400, `${path} takes ${extra} (${status})`);
      const named = (json?.errors ?? []).some(({ field }) => field === extra || extra.startsWith(`${field}.`));
      checks.that(status !== 400 || named, `${path} does not name ${extra}: ${JSON.stringify(json?.errors)}`);
    }
  }
  checks.that((await count()) === before, 'something was stored');
  return { forms: forms.length, fields: extras.length };
}
