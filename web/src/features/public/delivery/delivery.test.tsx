import type { Delivery } from '@site/proto/notifications/v1/deliveries.responses';
import { screen, within } from '@testing-library/react';
import { buildContent, buildDeliveredWarning, buildDeliveryPeriod } from '@/testing/builders.js';
import type { FakeResponse } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';
import { placesOf, secondsBetween, secondsText, summarizeDisplays } from './delivery.js';

function open(response: FakeResponse) {
  return renderApp('/delivery', {
    routes: { 'GET /main/home': { data: buildContent() }, 'GET /main/notifications/delivery': response },
  });
}
const openWith = (delivery: Delivery) => open({ data: delivery });
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );

describe('/delivery', () => {
  it('is empty on a new site, and says so', async () => {
    openWith({ periods: [], warnings: [], since: null, stuck_since: null });
    expect(await screen.findByText('Nothing to measure yet.')).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'How to read these figures' })).toBeVisible();
  });

  it('shows each period as a table, with shares of all messages', async () => {
    openWith({ periods: [buildDeliveryPeriod()], warnings: [], since: '2026-11-01T00:00:00Z', stuck_since: null });
    expect(rowsOf(await screen.findByRole('table', { name: 'Last 24 hours' }))).toEqual([
      ['14 s', '31 s', '1 min 5 s'],
      ['1.2 s', '3.4 s', '7 s'],
    ]);
    const region = screen.getByRole('region', { name: 'Last 24 hours' });
    expect(region).toHaveTextContent('Accepted97% (971)Late1% (10)Address gone2% (15)Failed<1% (4)');
    expect(region).toHaveTextContent('Of 100 devices that reported, 90% showed it within 15 seconds.');
    expect(screen.getByText('No tornado warnings since then.')).toBeVisible();
  });

  it('explains each figure in one sentence', async () => {
    openWith({ periods: [buildDeliveryPeriod()], warnings: [], since: '2026-11-01T00:00:00Z', stuck_since: null });
    const explanation = within(await screen.findByRole('region', { name: 'How to read these figures' }));
    const sentences = new Map(
      explanation.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
    for (const figure of [
      'From us to you',
      'Half, 90% and 99%',
      'Accepted',
      'Late',
      'Address gone',
      'Failed',
      'Within 15 seconds',
    ])
      expect(sentences.get(figure)).toMatch(/^[^.]+\.$/);
  });

  it('claims nothing for a period without warnings or figures', async () => {
    const emptyText = {
      dispatches: 0,
      source_lag: null,
      own_lag: null,
      accepted: 0,
      late: 0,
      gone: 0,
      failed: 0,
      displayed: [],
    };
    const unknown = { source_lag: null, own_lag: null, accepted: 0, late: 0, gone: 0, failed: 0, displayed: [] };
    openWith({
      periods: [buildDeliveryPeriod(emptyText), buildDeliveryPeriod({ ...unknown, period: 'month' })],
      warnings: [],
      since: '2026-11-01T00:00:00Z',
      stuck_since: null,
    });
    expect(await screen.findByText('No warning had to be sent.')).toBeVisible();
    expect(rowsOf(screen.getByRole('table', { name: 'Last 30 days' }))).toEqual([
      ['–', '–', '–'],
      ['–', '–', '–'],
    ]);
    expect(screen.queryByText(/100%|NaN/)).not.toBeInTheDocument();
  });

  it("shows each tornado warning, with dashes for what hasn't happened, and links to it", async () => {
    openWith({
      periods: [],
      warnings: [
        buildDeliveredWarning(),
        buildDeliveredWarning({
          event_key: 'x',
          half_accepted_at: null,
          accepted: 0,
          gone: 0,
          failed: 0,
          counties: ['05143'],
        }),
      ],
      since: '2026-11-01T00:00:00Z',
      stuck_since: null,
    });
    const table = await screen.findByRole('table', { name: 'The last 2 tornado warnings' });
    expect(rowsOf(table)).toEqual([
      ['12 s', '14 s', '–', '900', '0', '3', '1'],
      ['12 s', '–', '–', '0', '0', '0', '0'],
    ]);
    expect(within(table).getByRole('link', { name: 'Faulkner, Pulaski' })).toHaveAttribute(
      'href',
      '/warning/KLZK.TO.W.0042.2026',
    );
    expect(within(table).getByText('No subscribers in its counties.')).toBeVisible();
  });

  it("says that the figures can't be shown, and offers a retry", async () => {
    open('network failure');
    expect(await screen.findByText('We can’t show the figures right now.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

it.each([
  [0, '0 s'],
  [0.84, '0.8 s'],
  [9.96, '10 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [125, '2 min 5 s'],
  [3_840, '1 h 4 min'],
  [-0.5, '−0.5 s'],
])('formats %f seconds as %s', (seconds, text) => {
  expect(secondsText(seconds)).toBe(text);
});

it("returns no duration for what hasn't happened", () => {
  expect(secondsBetween('2026-11-20T21:00:00Z', null)).toBeNull();
  expect(secondsBetween('2026-11-20T21:00:00Z', 'later')).toBeNull();
  expect(secondsBetween('2026-11-20T21:00:00Z', '2026-11-20T20:59:59Z')).toBe(-1);
});

it('names three of many counties', () => {
  expect(placesOf(buildDeliveredWarning({ counties: ['05001', '05003', '05005', '05007', '05009'] }))).toBe(
    'Arkansas, Ashley, Baxter and 2 more',
  );
});

it('counts the sample', () => {
  expect(summarizeDisplays(buildDeliveryPeriod())).toEqual({ devices: 100, soon: 90 });
});
