import type { Campaign, CampaignLink, Newsletter } from '@site/proto/submissions/v1/newsletter.responses';
import { screen, waitFor, within } from '@testing-library/react';
import { buildPost } from '@/testing/builders.js';
import { buildCampaign, callsTo, failure, openScreen } from '@/testing/dashboard.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';

const emptyContent = { subject: '', preheader: '', intro: '', reply_to: '' };
const overview = 'GET /admin/main/newsletter';
const start = 'POST /admin/main/newsletter/campaign';
const preview = 'POST /admin/main/newsletter/preview';
const test = 'POST /admin/main/newsletter/test';
const of = (id: string, order = '') => `${order ? 'POST' : 'GET'} /admin/main/newsletter/campaign/${id}${order}`;

const subscribers: Newsletter['subscribers'] = { confirmed: 9, pending: 0, unsubscribed: 0, bounced: 0, complained: 0 };
const mail = {
  subject: 'Ice on the roads',
  version: 4,
  html: `<!doctype html><html><head><style>
.card { color: #111111; }
@media (prefers-color-scheme: dark) { .card { color: #eeeeee; } }
</style></head><body class="card" style="margin:0;"><p style="color:#1a2733;">Stay <a href="https://weather.example/radar">home</a></p></body></html>`,
  text: 'STAY\n\nhome (https://weather.example/radar)',
};

function house(campaigns: Campaign[] = [], { links = [] as CampaignLink[], countsLinks = false, readers = 9 } = {}) {
  const state = { campaigns };
  const routes: FakeRoutes = {
    [overview]: () => ({
      data: {
        subscribers,
        readers: { each_mail: readers, weekly_mail: 0 },
        campaigns: state.campaigns,
        link_counts: countsLinks,
        import_confirmations: true,
      },
      next_cursor: null,
    }),
    'GET /admin/main/newsletter/subscribers': { data: [], next_cursor: null },
    'GET /admin/main/post': { data: [buildPost({ id: 'p2', title: 'Ice on the roads' })], next_cursor: null },
    [preview]: { data: mail },
    [start]: () => ({ data: planned }),
  };
  for (const campaign of campaigns) routes[of(campaign.id)] = () => ({ data: { ...campaign, links } });
  return { routes, state };
}
const planned = buildCampaign({
  id: 'c9',
  title: 'Ice on the roads',
  state: 'planned',
  recipients: 0,
  sent: 0,
  failed: 0,
  started_at: null,
  finished_at: null,
  scheduled_at: '2099-11-26T13:30:00Z',
});
const open = (routes: FakeRoutes) => openScreen('/dashboard/newsletter', routes);
const jsonOf = (body: unknown) => JSON.parse(String(body)) as unknown;

describe('a campaign for later', () => {
  async function chooseLater(routes: FakeRoutes) {
    const app = await open(routes);
    await screen.findByRole('table', { name: 'Subscribers by status' });
    await app.user.click(screen.getByRole('button', { name: 'New campaign' }));
    await app.user.click(await screen.findByRole('radio', { name: /Ice on the roads/ }));
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    await app.user.click(await screen.findByRole('radio', { name: 'Later' }));
    return app;
  }
  const time = () => screen.getByLabelText('Date and time');

  it('is scheduled for a time in Arkansas', async () => {
    const { routes, state } = house();
    const { user, calls } = await chooseLater(routes);
    expect(screen.getByRole('dialog', { name: 'Schedule this newsletter?' })).toBeVisible();
    await user.type(time(), '2099-11-26T07:30');
    expect(screen.getByText(/November 26, 2099 at 7:30 AM CST/)).toBeVisible();
    state.campaigns = [planned];
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    expect(await screen.findByText('“Ice on the roads” is scheduled.')).toBeVisible();
    expect(jsonOf(callsTo(calls, start)[0]?.body)).toEqual({
      post_id: 'p2',
      ...emptyContent,
      send_at: '2099-11-26T07:30',
      version: 4,
    });
    expect(await screen.findByText(/Scheduled for November 26, 2099 at 7:30 AM CST/)).toBeVisible();
  });

  it.each([
    ['', 'Choose a date and a time'],
    ['2020-11-26T07:30', 'This time is past. Choose a later one'],
    ['2099-03-08T02:30', /doesn't exist/],
  ])('requires a future time: %j', async (local, words) => {
    const { user, calls } = await chooseLater(house().routes);
    if (local) await user.type(time(), local);
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(time()).toHaveAttribute('aria-invalid', 'true');
    expect(callsTo(calls, start)).toEqual([]);
  });

  it('says which one is meant when an hour occurs twice', async () => {
    const { user } = await chooseLater(house().routes);
    await user.type(time(), '2099-11-01T01:30');
    expect(screen.getByText(/We use the first/)).toBeVisible();
  });

  it("isn't possible without a reader", async () => {
    const { user, calls } = await chooseLater(house([], { readers: 0 }).routes);
    await user.type(time(), '2099-11-26T07:30');
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    expect(screen.getByRole('dialog', { name: 'There’s no one to send it to' })).toBeVisible();
    expect(callsTo(calls, start)).toEqual([]);
  });
});

describe('the mail preview', () => {
  async function openPage(routes: FakeRoutes) {
    const app = await open(routes);
    await screen.findByRole('table', { name: 'Subscribers by status' });
    await app.user.click(screen.getByRole('button', { name: 'New campaign' }));
    await app.user.click(await screen.findByRole('radio', { name: /Ice on the roads/ }));
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    return app;
  }

  it('shows phone, desktop, dark and plain text views without working links', async () => {
    const { user } = await openPage(house().routes);
    const phone = await screen.findByTitle<HTMLIFrameElement>('The email on a phone, light');
    const inside = phone.contentDocument!;
    expect(inside.querySelector('p')?.style.color).toBe('rgb(26, 39, 51)');
    expect(inside.querySelector('a')).toHaveAttribute('title', 'https://weather.example/radar');
    expect(inside.querySelector('a')).not.toHaveAttribute('href');
    expect(inside.querySelector('style')).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Desktop' }));
    await user.click(screen.getByRole('checkbox', { name: 'Dark' }));
    expect(screen.getByTitle('The email on a desktop, dark')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Plain text' }));
    expect(screen.getByText(/home \(https:\/\/weather\.example\/radar\)/)).toBeVisible();
  });

  it('can be sent as a test', async () => {
    const { routes } = house();
    routes[test] = { data: null };
    const { user, calls } = await openPage(routes);
    await user.click(await screen.findByRole('button', { name: 'Send me a test' }));
    expect(await screen.findByText(/on its way to your own address/)).toBeVisible();
    expect(jsonOf(callsTo(calls, test)[0]?.body)).toEqual({ post_id: 'p2', ...emptyContent });
  });

  it('shows the texts that an admin adds, which are kept until they are sent', async () => {
    const { routes } = house();
    routes[preview] = ({ body }) => {
      const { subject } = jsonOf(body) as { subject: string };
      return { data: { ...mail, subject: subject || mail.subject } };
    };
    const before = await openPage(routes);
    await before.user.type(screen.getByLabelText('Subject'), 'Ice tonight');
    await before.user.type(screen.getByLabelText('Reply-to address'), 'nora@example');
    await before.user.tab();
    expect(await screen.findByText(/Please enter a valid email address/)).toBeVisible();
    await before.user.click(screen.getByRole('button', { name: 'Send to 9 readers' }));
    expect(callsTo(before.calls, start)).toEqual([]);
    await before.user.type(screen.getByLabelText('Reply-to address'), '.org');
    await before.user.tab();
    expect(await within(screen.getByRole('article', { name: 'Email' })).findByText('Ice tonight')).toBeVisible();
    before.unmount();
    const after = await openPage(routes);
    expect(screen.getByLabelText('Subject')).toHaveValue('Ice tonight');
    await after.user.type(screen.getByLabelText('Introduction'), 'Stay home.');
    await after.user.click(screen.getByRole('button', { name: 'Send to 9 readers' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(jsonOf(callsTo(after.calls, start)[0]?.body)).toMatchObject({
      subject: 'Ice tonight',
      preheader: '',
      intro: 'Stay home.',
      reply_to: 'nora@example.org',
    });
    expect(Object.keys(localStorage).filter((key) => key.includes('campaign'))).toEqual([]);
  });

  it('says why a test or a preview failed', async () => {
    const { routes } = house();
    routes[preview] = failure(503, 'A part is down.');
    routes[test] = failure(429, 'You can send ten test mails in ten minutes. Try again later.');
    const { user } = await openPage(routes);
    expect(await screen.findByText(/We couldn’t load the preview/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send me a test' }));
    expect(await screen.findByText(/You can send ten test mails in ten minutes/)).toBeVisible();
  });
});

describe('the campaigns', () => {
  it('are paused, resumed and canceled', async () => {
    const sending = buildCampaign({ state: 'sending', recipients: 100, sent: 30, failed: 0, finished_at: null });
    const { routes, state } = house([sending]);
    const becomes = (order: string, change: Partial<Campaign>) => {
      routes[of('c1', `/${order}`)] = () => {
        const now = { ...sending, ...change };
        state.campaigns = [now];
        routes[of('c1')] = { data: { ...now, links: [] } };
        return { data: now };
      };
    };
    becomes('pause', { state: 'paused' });
    becomes('resume', { state: 'sending' });
    becomes('cancel', { state: 'cancelled' });
    const { user } = await open(routes);
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Paused')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Resume' }));
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel campaign' }));
    expect(await screen.findByText('Canceled')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pause' })).not.toBeInTheDocument();
  });

  it.each(['deleted', 'unpublished', 'unlisted'] as const)('say that they’re on hold: %s', async (reason) => {
    const current = { ...planned, state: 'held', hold_reason: reason } as const;
    await open(house([current]).routes);
    expect(await screen.findByText(new RegExp(`^On hold: the post was ${reason}`))).toBeVisible();
    expect(screen.getByText(/Scheduled for November 26, 2099/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Cancel campaign' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reschedule' })).not.toBeInTheDocument();
    expect(screen.queryAllByRole('link', { name: /View the post/ })).toHaveLength(reason === 'unlisted' ? 1 : 0);
  });

  it('ask for a decision if their time passed on hold', async () => {
    await open(house([{ ...planned, state: 'paused', hold_reason: 'late' }]).routes);
    expect(await screen.findByText(/its time passed while the post was off the site/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible();
  });

  it('say when it’s too late', async () => {
    const { routes } = house([planned]);
    routes[of('c9', '/cancel')] = failure(409, 'This campaign is already being sent. Pause it first.');
    const { user } = await open(routes);
    await user.click(await screen.findByRole('button', { name: 'Cancel campaign' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Pause it first.');
  });

  it('are rescheduled', async () => {
    const { routes } = house([planned]);
    routes[of('c9', '/time')] = { data: { ...planned, scheduled_at: '2099-12-01T13:30:00Z' } };
    const { user, calls } = await open(routes);
    await user.click(await screen.findByRole('button', { name: 'Reschedule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reschedule' }));
    const time = dialog.getByLabelText('Date and time');
    expect(time).toHaveValue('2099-11-26T07:30');
    await user.clear(time);
    await user.type(time, '2099-12-01T07:30');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(jsonOf(callsTo(calls, of('c9', '/time'))[0]?.body)).toEqual({ send_at: '2099-12-01T07:30' });
  });

  it('show link clicks, if they are counted, with a caveat', async () => {
    const links = [
      { number: 1, url: 'https://weather.example/blog/ice', clicks: 40 },
      { number: 2, url: 'https://www.weather.gov/lzk/', clicks: 10 },
    ];
    const { user } = await open(house([buildCampaign()], { links, countsLinks: true }).routes);
    await user.click(await screen.findByText('Link clicks'));
    const table = within(await screen.findByRole('table', { name: 'Link clicks in “Shelf clouds”' }));
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['40', '10']);
    expect(screen.getAllByText(/Email scanners click links too/).length).toBeGreaterThan(0);
  });

  it('show the shares of bounces and complaints, the limits they exceed, and the reasons', async () => {
    const campaign = buildCampaign({ sent: 1_000, failed: 1 });
    const { routes } = house([campaign]);
    const reasons = [
      { kind: 'complaint', reason: 'abuse', count: 4 },
      { kind: 'bounce', reason: '550 5.1.1 No such user', count: 20 },
      { kind: 'failure', reason: '552 5.2.2 Mailbox full', count: 1 },
    ];
    const data = { ...campaign, links: [], bounced: 20, complained: 4, report_reasons: reasons };
    routes[of(campaign.id)] = { data };
    const { user } = await open(routes);
    await user.click(await screen.findByText('Bounces and complaints'));
    expect(await screen.findByText('20 mails bounced after delivery (2%)')).toBeVisible();
    expect(
      screen.getByText(/^4 mails reported as spam \(0\.4%\)\. Above 0\.3%, mail providers may block/),
    ).toBeVisible();
    expect(screen.getByText('1 mail refused while sending')).toBeVisible();
    const table = screen.getByRole('table', { name: 'Reasons for bounces and complaints of “Shelf clouds”' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Complaintabuse4',
      'Bounce550 5.1.1 No such user20',
      'While sending552 5.2.2 Mailbox full1',
    ]);
  });

  it('say that clicks aren’t counted', async () => {
    await open(house([buildCampaign()]).routes);
    expect(await screen.findByText('Link counts are off. An operator can turn them on.')).toBeVisible();
    expect(screen.queryByText('Link clicks')).not.toBeInTheDocument();
  });

  it('are readable with 300 campaigns and the longest titles', async () => {
    const title = 'Ice '.repeat(75).trim();
    const many = Array.from({ length: 300 }, (_, index) => buildCampaign({ id: `c${index}`, title }));
    await open(house(many).routes);
    const list = within(await screen.findByRole('list', { name: 'Campaigns' }));
    expect(list.getAllByRole('listitem')).toHaveLength(300);
  });
});
