import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WeatherEvent } from '@site/proto/weather/v1/alert-events.responses';
import { buildContent } from '@/testing/builders.js';
import { buildAlert, buildAlerts, buildEvent, buildRevision } from '@/testing/weather-builders.js';
import type { FakeResponse, FakeRoutes } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';

const key = 'KLZK.TO.W.0001.2026';
const eventRoute = `GET /main/weather/event/${key}`;
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** The list contains only this event, while it's active. */
function open(event: FakeResponse | (() => FakeResponse), more: FakeRoutes = {}) {
  return renderApp(`/warning/${key}`, {
    routes: {
      'GET /main/home': { data: buildContent() },
      'GET /main/weather/alerts': () => ({ data: buildAlerts([buildAlert(1)]) }),
      [eventRoute]: event,
      ...more,
    },
  });
}
function inDocument(event: WeatherEvent): () => void {
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = 'event-data';
  block.textContent = JSON.stringify({ status: true, action: 'OK', data: event });
  document.body.append(block);
  return () => block.remove();
}
const removed: FakeRoutes = { 'GET /main/weather/alerts': () => ({ data: buildAlerts() }) };
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the page of a warning', () => {
  it('shows the newest revision: danger, time, area, instruction and full text', async () => {
    const alert = buildAlert(1, {
      revision: 2,
      danger: 0,
      level: 'emergency',
      badge: 'Tornado emergency',
      nws_headline: 'TORNADO EMERGENCY FOR MAYFLOWER',
      tornado_detection: 'OBSERVED',
      max_hail_size: '1.75',
    });
    const older = buildAlert(1, { desc: 'What it said before.' });
    open({
      data: buildEvent({ revisions: [buildRevision(2, { alerts: [alert] }), buildRevision(1, { alerts: [older] })] }),
    });
    await title('Tornado Warning');
    const page = within(screen.getByRole('main'));
    await page.findByText('TORNADO EMERGENCY FOR MAYFLOWER');
    for (const text of ['Take cover now.', 'Tornado emergency', /^In effect now, until .* \(\d+ min left\)$/])
      expect(page.getByText(text)).toBeVisible();
    const warning = within(screen.getByRole('region', { name: 'The warning' }));
    for (const text of ['TORNADO EMERGENCY FOR MAYFLOWER', 'Faulkner; Pulaski'])
      expect(warning.getByText(text)).toBeVisible();
    for (const text of ['Observed', 'Up to 1.75 in', 'Description 1']) expect(warning.getByText(text)).toBeVisible();
    expect(screen.queryByText('What it said before.')).not.toBeInTheDocument();
    expect(screen.queryByText(/Alert status unavailable/)).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Text only' })).toHaveAttribute('href', `/now/alert/${key}`);
  });

  it('notes that a message came only over the NWWS-OI feed', async () => {
    open({ data: buildEvent({ revisions: [buildRevision(1, { alerts: [buildAlert(1, { from_nwws: true })] })] }) });
    await title('Tornado Warning');
    expect(
      screen.getByText('Received directly from the weather service, before its public list was updated.'),
    ).toBeVisible();
  });

  it('shows each part of the area that the office describes separately', async () => {
    const parts = [buildAlert(1, { areas: 'Faulkner' }), buildAlert(2, { areas: 'Pulaski' })];
    open({ data: buildEvent({ revisions: [buildRevision(1, { alerts: parts })] }) });
    await title('Tornado Warning');
    expect(within(screen.getByRole('region', { name: 'Part 1' })).getByText('Faulkner')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Part 2' })).getByText('Pulaski')).toBeVisible();
  });

  it('says what each message changed', async () => {
    const revisions = [buildRevision(2, { changes: ['Now until 6:45 PM', 'Tornado now observed'] }), buildRevision(1)];
    open({ data: buildEvent({ revisions }) });
    const history = within(await screen.findByRole('region', { name: 'What changed' }));
    const [, ...words] = history.getAllByRole('listitem').map((item) => item.textContent);
    expect(words).toEqual(['Now until 6:45 PM', 'Tornado now observed', expect.stringMatching(/^Issued .*C[DS]T$/)]);
  });

  it.each<[Partial<WeatherEvent>, RegExp]>([
    [{ ended_by: 'cancelled' }, /^Canceled at \d.* C[DS]T\. This warning is over\./],
    [{ ended_by: 'expired' }, /^Expired at /],
    [
      { ended_by: 'upgraded', successor_key: 'KLZK.TO.W.0002.2026' },
      /^Upgraded at .* A more serious warning has replaced it\. See current warnings$/,
    ],
  ])('says how it ended: %j', async (ended, words) => {
    const revisions = [buildRevision(2, { action: 'CAN', alerts: [] }), buildRevision(1)];
    open({ data: buildEvent({ active: false, ended_at: new Date().toISOString(), ...ended, revisions }) }, removed);
    await title('Tornado Warning');
    expect(screen.getByText(/This warning is over|has replaced it/).closest('p')).toHaveTextContent(words);
    expect(screen.getByRole('heading', { level: 2, name: 'Last version' })).toBeVisible();
    expect(screen.queryByText(/In effect now/)).not.toBeInTheDocument();
    expect(screen.getByText('Instructions while it was in effect')).toBeVisible();
    expect(screen.getByText('Take cover now.')).not.toBeVisible();
    expect(screen.queryByText('What to do')).not.toBeInTheDocument();
    if (ended.successor_key)
      expect(screen.getByRole('link', { name: 'See current warnings' })).toHaveAttribute(
        'href',
        '/warning/KLZK.TO.W.0002.2026',
      );
  });

  it('is neither over nor in effect when it left the list without a cancellation', async () => {
    const since = minutesFromNow(-5);
    open({ data: buildEvent({ unlisted_since: since }) }, removed);
    const result = await screen.findByText(
      /^Removed from the official list at .* C[DS]T, before its planned end \(.* C[DS]T\)\.$/,
    );
    expect(result.closest('p')).toHaveTextContent('Check weather.gov/lzk.');
    expect(screen.queryByText(/This is over|In effect now/)).not.toBeInTheDocument();
    expect(document.querySelector('.lucide-circle-check')).not.toBeInTheDocument();
  });

  it('starts with the instruction, and says whether the place is in the area', async () => {
    localStorage.setItem('places', JSON.stringify({ last: { name: 'Conway', lat: 35.09, lon: -92.44 } }));
    const alert = buildAlert(1, { instruction: 'TAKE COVER NOW! Move to a basement.', counties: ['05045'] });
    open({ data: buildEvent({ revisions: [buildRevision(1, { alerts: [alert] })] }) });
    await title('Tornado Warning');
    const action = screen.getByText('TAKE COVER NOW!');
    expect(action.compareDocumentPosition(await title('Tornado Warning'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByText('Move to a basement.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Faulkner County' })).toHaveAttribute('href', '/county/faulkner');
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Map and radar' })).toHaveAttribute(
      'href',
      `/map?event=${key}`,
    );
    expect(await screen.findByText('Conway is in the warned area.')).toBeVisible();
  });

  it('links the counties of all parts of the warning', async () => {
    const alerts = ['05045', '05119'].map((fips, index) => buildAlert(index + 1, { counties: [fips] }));
    open({ data: buildEvent({ revisions: [buildRevision(1, { alerts })] }) });
    const more = await screen.findByRole('list', { name: 'More about this area' });
    const names = within(more)
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(names).toEqual(['Map and radar', 'Faulkner County', 'Pulaski County']);
  });

  it("is over when its end has passed by the upstream clock, whatever the phone's clock says", async () => {
    const alert = buildAlert(1, { ends: minutesFromNow(-50) });
    const clock = { sourceTime: minutesFromNow(-45), serverTime: minutesFromNow(-45) };
    open({ data: buildEvent({ ...clock, revisions: [buildRevision(1, { alerts: [alert] })] }) }, removed);
    expect(await screen.findByText(/Its end time has passed/)).toBeVisible();
  });

  it.each([-45, 45])('ends nothing and doubts nothing on a phone whose clock is %i minutes off', async (off) => {
    const times = { sourceTime: minutesFromNow(-off), serverTime: minutesFromNow(-off) };
    const alert = buildAlert(1, { effective: minutesFromNow(-off - 10), onset: null, ends: minutesFromNow(20 - off) });
    const list = buildAlerts([alert], { ...times, updatedAt: times.sourceTime });
    open(
      { data: buildEvent({ ...times, revisions: [buildRevision(1, { alerts: [alert] })] }) },
      { 'GET /main/weather/alerts': () => ({ data: list }) },
    );
    await title('Tornado Warning');
    const page = within(screen.getByRole('main'));
    expect(await page.findByText(/^In effect now, until /)).toBeVisible();
    expect(screen.queryByText(/Alert status unavailable/)).not.toBeInTheDocument();
  });

  it('doubts an old document until it has fetched again', async () => {
    const old = { sourceTime: minutesFromNow(-30), serverTime: minutesFromNow(-30) };
    const clear = inDocument(buildEvent(old));
    try {
      open('no answer');
      expect(await screen.findByText(/this may be out of date/)).toBeVisible();
    } finally {
      clear();
    }
  });

  it("says that it may be out of date when the service doesn't respond", async () => {
    open({ data: buildEvent({ ok: false }) }, { 'GET /main/weather/alerts': 'network failure' });
    expect(await screen.findByText('Alert status unavailable')).toBeVisible();
    expect(screen.getByText(/this may be out of date/)).toBeVisible();
  });

  it("doesn't claim to be in effect when only its end is unknown", async () => {
    open({ data: buildEvent({ active: false }) }, removed);
    expect(await screen.findByText('We can’t tell right now')).toBeVisible();
    expect(screen.queryByText(/In effect now/)).not.toBeInTheDocument();
  });

  it("redirects from a message's identifier to the warning", async () => {
    const { router } = renderApp('/warning/urn%3Aoid%3A1', {
      routes: {
        'GET /main/home': { data: buildContent() },
        'GET /main/weather/event/urn%3Aoid%3A1': { data: buildEvent() },
        [eventRoute]: { data: buildEvent() },
      },
    });
    await title('Tornado Warning');
    expect(router.state.location.pathname).toBe(`/warning/${key}`);
  });
});

describe("a warning that can't be shown", () => {
  it('was never seen: the page says so', async () => {
    open({ status: 404, body: { status: false, action: '', message: 'Not found', errors: [] } }, removed);
    expect(await title('We don’t have this warning')).toBeVisible();
  });

  it('is fetched again on request', async () => {
    let response: FakeResponse = 'network failure';
    open(() => response, removed);
    expect(await title('Alert status unavailable')).toBeVisible();
    response = { data: buildEvent() };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await title('Tornado Warning')).toBeVisible();
  });

  it("is shown from the alert list while its history can't be loaded", async () => {
    open('network failure');
    expect(await screen.findByText('We can’t show what it said before right now.')).toBeVisible();
    expect(screen.getByText('Take cover now.')).toBeVisible();
  });

  it('has a placeholder while loading', async () => {
    open('no answer', { 'GET /main/weather/alerts': 'no answer' });
    expect(await screen.findByText('Loading warning')).toBeInTheDocument();
  });
});

describe('an active warning', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const timesAsked = (calls: { path: string }[]) => calls.filter(({ path }) => path.includes('/event/')).length;

  it("is polled as often as the alerts, and no longer once it's over", async () => {
    let event = buildEvent();
    const { calls } = open(() => ({ data: event }));
    await wait(100);
    const before = timesAsked(calls);
    await wait(10_000);
    expect(timesAsked(calls)).toBe(before + 1);
    event = buildEvent({ active: false, ended_at: new Date().toISOString(), ended_by: 'cancelled' });
    await wait(10_000);
    expect(screen.getByText(/^Canceled at .*\.$/)).toBeVisible();
    const atEnd = timesAsked(calls);
    await wait(60_000);
    expect(timesAsked(calls)).toBe(atEnd);
  });

  it('is fetched immediately when the list has a newer revision', async () => {
    const alerts = [buildAlert(1, { severity: 'Minor' })];
    const { calls } = open(() => ({ data: buildEvent() }), {
      'GET /main/weather/alerts': () => ({ data: buildAlerts(alerts) }),
    });
    await wait(100);
    const before = timesAsked(calls);
    alerts[0] = buildAlert(1, { severity: 'Minor', revision: 2 });
    await wait(60_200);
    await waitFor(() => expect(timesAsked(calls)).toBeGreaterThanOrEqual(before + 2));
  });
});

it('shows a warning from the document before any request', async () => {
  const clear = inDocument(buildEvent());
  try {
    open('no answer', { 'GET /main/weather/alerts': 'no answer' });
    expect(await title('Tornado Warning')).toBeVisible();
    expect(screen.getByText('Take cover now.')).toBeVisible();
  } finally {
    clear();
  }
});
