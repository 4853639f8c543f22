import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAuditEntry, callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeResponse, FakeRoutes } from '@/testing/fake-gateway.js';
import { collectSavedFiles } from '@/testing/saved-files.js';
import { noPrincipalId } from '@site/domain/audit-kinds';
import { beginOfDay, byDay, dayAfter } from './audit.js';

const address = 'GET /admin/main/audit';
const file = 'GET /admin/main/audit/export';
const openAudit = (response: FakeRoutes[string]) => openScreen('/dashboard/audit', { [address]: response });
const lines = () => screen.getAllByText('approved a photo', { exact: false });

describe('the audit log', () => {
  const saved = collectSavedFiles();

  it('shows who did what, to which item, when and from where', async () => {
    const { user } = await openAudit({
      data: [
        buildAuditEntry({
          id: 'a1',
          action: 'post.delete',
          subject_id: 'p7',
          subject_label: 'Shelf clouds',
          at: '2026-01-20T04:30:00Z',
          request_id: 'r7',
        }),
      ],
    });
    const day = within(await screen.findByRole('region', { name: /^Mon, Jan 19(, 2026)?$/ }));
    const line = day.getByRole('listitem');
    expect(line).toHaveTextContent('Ada Lovelace deleted the blog post “Shelf clouds”');
    expect(line).toHaveTextContent('10:30 PM CST from 203.0.113.7');
    await user.click(day.getByText('Details'));
    expect(day.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      'post.delete',
      'p7',
      'ada',
      'r7',
      '7',
      'ab12',
    ]);
  });

  it('filters by category, kept in the address', async () => {
    const { user, calls, router } = await openAudit(({ query }) => ({
      data:
        query.get('kind') === 'sign_in_failed'
          ? [
              buildAuditEntry({
                id: 'a2',
                action: 'session.refused',
                kind: 'sign_in_failed',
                principal_name: 'Unknown',
                detail: 'unknown account',
              }),
            ]
          : [buildAuditEntry()],
      next_cursor: null,
    }));
    await screen.findByText('approved a photo', { exact: false });
    await user.selectOptions(screen.getByLabelText('Category'), 'Failed sign-ins');
    const line = within(await screen.findByRole('region', { name: 'Today' })).getByRole('listitem');
    await waitFor(() => expect(line).toHaveTextContent('Unknown failed to sign in'));
    expect(line).toHaveTextContent('from 203.0.113.7, unknown account');
    expect(screen.queryByText('approved a photo', { exact: false })).not.toBeInTheDocument();
    expect(router.state.location.search).toBe('?kind=sign_in_failed');
    expect(screen.getByLabelText('Category')).toHaveFocus();
    expect(callsTo(calls, address).map(({ query }) => query.toString())).toEqual(['', 'kind=sign_in_failed']);
  });

  const mo = '0198c0de-0000-7000-8000-000000000001';
  const removed = '0198c0de-0000-7000-8000-000000000002';

  it('filters by person and by days in Arkansas, and exports the result', async () => {
    const { user, calls, router } = await openScreen('/dashboard/audit', {
      [address]: { data: [buildAuditEntry()], next_cursor: null },
      'GET /admin/main/people': { data: [{ id: mo, name: 'Mo Field', email: 'mo@example.com', role: 'moderator' }] },
      [file]: { status: 200, body: '{}' },
    });
    await screen.findByRole('option', { name: 'Mo Field' });
    await user.selectOptions(screen.getByLabelText('User'), 'Mo Field');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-02' } });
    const asked = { principal_id: mo, since: '2026-11-01T05:00:00.000Z', until: '2026-11-03T06:00:00.000Z' };
    await waitFor(() => expect(Object.fromEntries(callsTo(calls, address).at(-1)!.query)).toEqual(asked));
    expect(router.state.location.search).toBe(`?person=${mo}&from=2026-11-01&to=2026-11-02`);
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(callsTo(calls, file)).toHaveLength(1));
    expect(Object.fromEntries(callsTo(calls, file)[0]!.query)).toEqual(asked);
    await user.click(screen.getByRole('button', { name: 'Show all entries' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.queryByRole('button', { name: 'Show all entries' })).not.toBeInTheDocument();
  });

  it('filters by a person who no longer has an account', async () => {
    const { user, calls } = await openAudit({
      data: [buildAuditEntry({ principal_id: removed, principal_name: 'Old Hand' })],
      next_cursor: null,
    });
    await user.click(await screen.findByText('Details'));
    await user.click(screen.getByRole('button', { name: 'Show only actions by Old Hand' }));
    await waitFor(() => expect(callsTo(calls, address).at(-1)?.query.get('principal_id')).toBe(removed));
    expect(screen.getByLabelText('User')).toHaveDisplayValue('Old Hand');
  });

  it('offers former users in its entries, and item types', async () => {
    const { user, calls, router } = await openAudit({
      data: [
        buildAuditEntry({ principal_id: removed, principal_name: 'Old Hand' }),
        buildAuditEntry({ id: '2', principal_id: noPrincipalId, principal_name: 'Retention' }),
      ],
      next_cursor: null,
    });
    const others = within(await screen.findByRole('group', { name: 'Without an account' }));
    expect(others.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Old Hand',
      'No account (visitors, system)',
    ]);
    await user.selectOptions(screen.getByLabelText('Item type'), 'Blog post');
    await waitFor(() => expect(callsTo(calls, address).at(-1)?.query.toString()).toBe('thing=post'));
    expect(router.state.location.search).toBe('?thing=post');
  });

  it('has a history page per item, oldest first, titled with its latest name', async () => {
    const about = { subject_id: 'p 7', principal_id: mo, principal_name: 'Mo Field' };
    const made = buildAuditEntry({ ...about, id: '1', action: 'post.create', subject_label: 'Shelf cloud' });
    const edited = buildAuditEntry({ ...about, id: '2', action: 'post.edit', subject_label: 'Shelf clouds' });
    const { user, calls, router } = await openScreen('/dashboard/audit', {
      [address]: ({ query }) => ({
        data: query.get('subject_id') ? [made, edited] : [edited, buildAuditEntry(), made],
        next_cursor: null,
      }),
      [file]: { status: 200, body: '{}' },
    });
    await user.click(await screen.findByRole('link', { name: '“Shelf clouds”' }));
    expect(await screen.findByRole('heading', { name: '“Shelf clouds”', level: 1 })).toBeVisible();
    expect(router.state.location.search).toBe('?subject=p+7');
    expect(callsTo(calls, address).at(-1)?.query.toString()).toBe('subject_id=p+7&order=oldest');
    const items = within(screen.getByRole('region', { name: 'Today' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent.split('”')[0])).toEqual([
      'Mo Field created the blog post “Shelf cloud',
      'Mo Field edited the blog post “Shelf clouds',
    ]);
    expect(screen.queryByRole('link', { name: /^“/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(callsTo(calls, file)).toHaveLength(1));
    expect(callsTo(calls, file)[0]?.query.toString()).toBe('subject_id=p+7');
    await user.click(screen.getByRole('link', { name: 'Show all entries' }));
    expect(await screen.findByRole('heading', { name: 'Audit', level: 1 })).toBeVisible();
  });

  it('says so when an item has no entries', async () => {
    await openScreen('/dashboard/audit?subject=x', { [address]: { data: [], next_cursor: null } });
    expect(await screen.findByText('No entries for this item. It may never have existed.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'History of one item', level: 1 })).toBeVisible();
  });

  it('says when nothing matches, and ignores invalid parameters in the address', async () => {
    const emptyText = { [address]: { data: [], next_cursor: null } };
    const { unmount } = await openScreen('/dashboard/audit?from=2026-11-20', emptyText);
    expect(await screen.findByText('No entries match these filters.')).toBeVisible();
    unmount();
    const { calls } = await openScreen('/dashboard/audit?from=yesterday&person=ada&kind=x', emptyText);
    await screen.findByText(/No entries yet/);
    expect(callsTo(calls, address).map(({ query }) => query.toString())).toEqual(['']);
  });

  it('says when a category has no entries', async () => {
    await openScreen('/dashboard/audit?kind=purge', { [address]: { data: [], next_cursor: null } });
    expect(await screen.findByText('No entries of this kind yet.')).toBeVisible();
    expect(screen.getByLabelText('Category')).toHaveDisplayValue('Permanent deletions');
  });

  it('exports the filtered entries, fetched with the token', async () => {
    const { user, calls } = await openScreen('/dashboard/audit?kind=role', {
      [address]: { data: [buildAuditEntry()], next_cursor: null },
      [file]: { status: 200, body: '{"id":"1"}' },
    });
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.jsonl$/);
    expect(await saved[0]?.text()).toBe('{"id":"1"}');
    const [call] = callsTo(calls, file);
    expect(call?.headers).toMatchObject({ authorization: 'Bearer t' });
    expect(call?.query.toString()).toBe('kind=role');
  });

  it('shows why an export failed', async () => {
    const { user } = await openScreen('/dashboard/audit', {
      [address]: { data: [buildAuditEntry()], next_cursor: null },
      [file]: failure(503, 'A part is down.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t export the audit log.A part is down.');
  });

  it('loads the next page by its cursor, with each entry once', async () => {
    const pages: Record<string, FakeResponse> = {
      '': { data: [buildAuditEntry({ id: '3' }), buildAuditEntry({ id: '2' })], next_cursor: 'c2' },
      c2: { data: [buildAuditEntry({ id: '2' }), buildAuditEntry({ id: '1' })], next_cursor: null },
    };
    const { user, calls } = await openAudit(({ query }) => pages[query.get('cursor') ?? '']!);
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(lines()).toHaveLength(3));
    expect(callsTo(calls, address).map(({ query }) => query.toString())).toEqual(['', 'cursor=c2']);
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('shows an error when the next page fails, with a retry', async () => {
    let isDown = true;
    const { user } = await openAudit(({ query }) => {
      if (!query.get('cursor')) return { data: [buildAuditEntry({ id: '2' })], next_cursor: 'c1' };
      return isDown ? failure(503, 'Down') : { data: [buildAuditEntry({ id: '1' })], next_cursor: null };
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    const repeated = await screen.findByRole('button', { name: 'That didn’t work. Try again' });
    expect(lines()).toHaveLength(1);
    isDown = false;
    await user.click(repeated);
    await waitFor(() => expect(lines()).toHaveLength(2));
  });

  it('shows empty, loading and error states', async () => {
    const { unmount } = await openAudit({ data: [] });
    expect(await screen.findByText(/No entries yet/)).toBeVisible();
    unmount();
    const waiting = await openAudit('no answer');
    expect(screen.getByText('Loading the audit log')).toBeInTheDocument();
    waiting.unmount();
    await openAudit(failure(503, 'A part is down.'));
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the audit log.A part is down.');
  });
});

describe('days of the audit log', () => {
  const now = Date.parse('2026-11-21T05:30:00Z');
  it('start and end at midnight in Arkansas', () => {
    const at = (time: string) => buildAuditEntry({ id: time, at: time });
    const today = [at('2026-11-21T05:00:00Z'), at('2026-11-20T06:00:00Z')];
    const earlier = ['2026-11-20T05:59:00Z', '2026-11-18T20:00:00Z', '2025-12-31T20:00:00Z'].map(at);
    const days = byDay([...today, ...earlier], now);
    expect(days.map(({ name, entries }) => [name, entries.length])).toEqual([
      ['Today', 2],
      ['Yesterday', 1],
      ['Wed, Nov 18', 1],
      ['Wed, Dec 31, 2025', 1],
    ]);
  });

  it('start at midnight there all year round', () => {
    expect(['2026-01-15', '2026-07-15', '2026-03-08', '2026-11-01', '2026-11-02'].map(beginOfDay)).toEqual([
      '2026-01-15T06:00:00.000Z',
      '2026-07-15T05:00:00.000Z',
      '2026-03-08T06:00:00.000Z',
      '2026-11-01T05:00:00.000Z',
      '2026-11-02T06:00:00.000Z',
    ]);
    expect(['2026-11-30', '2026-12-31', '2028-02-28'].map(dayAfter)).toEqual([
      '2026-12-01',
      '2027-01-01',
      '2028-02-29',
    ]);
  });
});
