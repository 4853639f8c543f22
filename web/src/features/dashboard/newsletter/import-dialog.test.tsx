import { screen, waitFor, within } from '@testing-library/react';
import { callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';

const send = 'POST /admin/main/newsletter/subscribers/import';
const overview = (confirms: boolean): FakeRoutes => ({
  'GET /admin/main/newsletter': {
    data: {
      subscribers: { pending: 0, confirmed: 0, unsubscribed: 0, bounced: 0, complained: 0 },
      readers: { each_mail: 0, weekly_mail: 0 },
      campaigns: [],
      link_counts: false,
      import_confirmations: confirms,
    },
    next_cursor: null,
  },
  'GET /admin/main/newsletter/subscribers': { data: [], next_cursor: null },
});

async function openImport(routes: FakeRoutes, confirms = true) {
  const app = await openScreen('/dashboard/newsletter', { ...overview(confirms), ...routes });
  await screen.findByRole('table', { name: 'Subscribers by status' });
  await app.user.click(screen.getByRole('button', { name: 'Import CSV' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import subscribers' }));
  return { ...app, dialog };
}
const csv = 'email\na@example.org\nb@example';
const file = new File([csv], 'list.csv', { type: 'text/csv' });
const none = { unsubscribed: 0, bounced: 0, complained: 0, confirmations_left: 4_999 };

it('sends the file with the source of the consent and lists rows that weren’t imported', async () => {
  const problems = [{ line: 3, message: 'Check the part after “@”.' }];
  const { user, calls, dialog } = await openImport({
    [send]: { data: { added: 1, existing: 2, problems, problem_count: 1, ...none } },
  });
  expect(dialog.getByText(/gets an email to confirm/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  expect(dialog.getByText('Choose a file')).toBeVisible();
  expect(dialog.getByText('Source of the consent is required')).toBeVisible();
  await user.upload(dialog.getByLabelText('CSV file'), file);
  await user.type(dialog.getByLabelText('Source of the consent'), 'County fair');
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  expect(
    await dialog.findByText(/Added 1 address\. The confirmation emails are on their way\. 2 addresses were/),
  ).toHaveTextContent('You can import 4,999 more new addresses today.');
  const rows = within(dialog.getByRole('region', { name: 'Rows not imported' }));
  expect(rows.getByRole('listitem')).toHaveTextContent('Row 3: Check the part after “@”.');
  expect(callsTo(calls, send).map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
    { csv, consent_source: 'County fair' },
  ]);
});

it('says how many the file itself leaves out', async () => {
  const { user, dialog } = await openImport({
    [send]: {
      data: {
        added: 1,
        existing: 0,
        problems: [],
        problem_count: 0,
        unsubscribed: 1200,
        bounced: 2,
        complained: 1,
        confirmations_left: null,
      },
    },
  });
  await user.upload(dialog.getByLabelText('CSV file'), file);
  await user.type(dialog.getByLabelText('Source of the consent'), 'Old list');
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  expect(
    await dialog.findByText(/Left out, because the file says so: 1,200 unsubscribed, 2 bounced, and 1 reported spam\./),
  ).toBeVisible();
});

const accented = 'email;name\na@example.org;Núñez';
const utf16 = (littleEndian: boolean, mark: boolean) => {
  const text = mark ? `\ufeff${accented}` : accented;
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
};

it.each([
  ['UTF-8', new TextEncoder().encode(accented)],
  ['UTF-8 with a byte-order mark', new TextEncoder().encode(`\ufeff${accented}`)],
  ['UTF-16 LE', utf16(true, true)],
  ['UTF-16 BE', utf16(false, true)],
  ['UTF-16 LE without a mark', utf16(true, false)],
  ['UTF-16 BE without a mark', utf16(false, false)],
  ['Windows-1252', Uint8Array.from(accented, (character) => character.charCodeAt(0))],
])('reads a file in %s', async (_encoding, bytes) => {
  const { user, calls, dialog } = await openImport({
    [send]: { data: { added: 1, existing: 0, problems: [], problem_count: 0, ...none } },
  });
  await user.upload(dialog.getByLabelText('CSV file'), new File([bytes], 'list.csv', { type: 'text/csv' }));
  await user.type(dialog.getByLabelText('Source of the consent'), 'Fair');
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await dialog.findByText(/Added 1 address/)).toBeVisible();
  expect(callsTo(calls, send).map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
    { csv: accented, consent_source: 'Fair' },
  ]);
});

it('keeps everything when it fails, and says who vouches where no one confirms', async () => {
  const { user, dialog } = await openImport({ [send]: failure(503, 'A part is down.') }, false);
  await waitFor(() => expect(dialog.getByText(/You vouch for their consent/)).toBeVisible());
  await user.upload(dialog.getByLabelText('CSV file'), file);
  await user.type(dialog.getByLabelText('Source of the consent'), 'County fair');
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await dialog.findByText('A part is down.')).toBeVisible();
  expect(dialog.getByLabelText('Source of the consent')).toHaveValue('County fair');
});
