import type { Hour } from '@site/proto/weather/v1/forecasts.responses';
import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent } from '@/testing/builders.js';
import { buildForecast, buildHour } from '@/testing/weather-builders.js';
import type { FakeResponse } from '@/testing/fake-gateway.js';
import { renderApp } from '@/testing/render-app.js';
import { hoursFrom, runsOf } from './chart-hours.js';
import { degreeTicks } from './chart-scale.js';

/** Friday 3:30 PM in Arkansas, by the server's clock. */
const sentAt = 'Fri, 20 Nov 2026 21:30:00 GMT';
const full: Partial<Hour> = {
  feelslike_f: 50,
  precip_mm: 1.2,
  wind_mph: 10,
  gust_mph: 25,
  wind_dir: 'S',
  chance_of_rain: 40,
};

function respondedAt(hours: Hour[]): FakeResponse {
  const forecast = buildForecast({ forecast: { forecastday: [], hour: hours } });
  return { status: 200, headers: { Date: sentAt }, body: { status: true, action: 'OK', data: forecast } };
}
const hoursUpTo = (count: number, changes: Partial<Hour> = full) =>
  Array.from({ length: count }, (_, index) => buildHour(index, changes));

const renderHourly = (response: FakeResponse, path = '/hourly') =>
  renderApp(path, {
    routes: { 'GET /main/home': { data: buildContent() }, 'GET /main/weather/forecast': response },
  });

async function openTable() {
  await userEvent.click(await screen.findByText('Show hours as a table'));
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
  return rows.map((row) => [...row.children].map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')));
}

describe('the next 48 hours', () => {
  it('start with this hour and list every number behind the charts', async () => {
    const { calls } = renderHourly(respondedAt(hoursUpTo(24 * 7)));
    const rows = await openTable();
    expect(rows).toHaveLength(48);
    expect(rows[0]).toEqual([
      'Fri 3 PM',
      'Sunny',
      '15 °F',
      '50 °F',
      '40%',
      '1.2 mm (0.05 in)',
      '16 km/h (10 mph) S',
      '40 km/h (25 mph)',
    ]);
    expect(rows.at(-1)?.[0]).toBe('Sun 2 PM');
    expect(screen.queryByText(/The provider has/)).not.toBeInTheDocument();
    expect(calls.find(({ path }) => path === '/main/weather/forecast')?.query.get('days')).toBe('7');
  });

  it('are summed up in one sentence', async () => {
    renderHourly(
      respondedAt(hoursUpTo(24 * 7).map((hour, index) => (index === 19 ? { ...hour, chance_of_rain: 80 } : hour))),
    );
    expect(await screen.findByText('Rain from 7 PM to around 8 PM.')).toBeVisible();
  });

  it('are as many as the provider has, which the page says', async () => {
    renderHourly(respondedAt(hoursUpTo(48)));
    expect(await openTable()).toHaveLength(33);
    expect(screen.getByText('The provider has 33 hours.')).toBeVisible();
  });

  it('are none when the provider has none', async () => {
    renderHourly(respondedAt(hoursUpTo(15)));
    expect(await screen.findByText('The provider has no hourly forecast right now.')).toBeVisible();
    expect(screen.queryByRole('slider')).not.toBeInTheDocument();
  });

  it('are read out by keyboard, hour by hour', async () => {
    renderHourly(respondedAt(hoursUpTo(24 * 7)));
    const slider = await screen.findByRole('slider', { name: 'Hour by hour' });
    expect(slider).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^Fri 3 PM: Condition Sunny, Temperature 15 °F/),
    );
    // jsdom doesn't move sliders by keyboard; browsers send this event for the keys.
    fireEvent.change(slider, { target: { value: '10' } });
    expect(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/^Sat 1 AM: .*Temperature 25 °F/));
  });

  describe('on the charts', () => {
    /** jsdom has no pointer events. */
    const point = (element: Element, type: string, pointerType: string, clientX: number, clientY = 0) =>
      fireEvent(element, Object.assign(new MouseEvent(type, { bubbles: true, clientX, clientY }), { pointerType }));
    const visible = () =>
      screen.getAllByText(/^(Fri|Sat|Sun) \d+ [AP]M:$/).map(({ textContent }) => textContent?.trim());

    /** Renders charts that begin at 20 and have 10 pixels per hour. */
    async function renderCharts() {
      renderHourly(respondedAt(hoursUpTo(24 * 7)));
      const slider = await screen.findByRole('slider', { name: 'Hour by hour' });
      jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ left: 20, width: 480 } as DOMRect);
      const [chart = document.body] = screen.getAllByText('Rain or melted snow');
      return { slider, chart };
    }
    afterEach(() => jest.restoreAllMocks());

    it('follow the mouse on all of them', async () => {
      const { slider, chart } = await renderCharts();
      point(chart, 'pointermove', 'mouse', 125);
      expect(slider).toHaveValue('10');
      expect(new Set(visible())).toEqual(new Set(['Sat 1 AM:']));
      expect(visible()).toHaveLength(5);
      point(chart, 'pointermove', 'mouse', 2000);
      expect(slider).toHaveValue('47');
      point(chart, 'pointermove', 'mouse', 0);
      expect(slider).toHaveValue('0');
    });

    it('follow a finger that moves sideways or taps, but not one that begins to scroll', async () => {
      const { slider, chart } = await renderCharts();
      point(chart, 'pointerdown', 'touch', 225);
      point(chart, 'pointermove', 'touch', 228, 12);
      expect(slider).toHaveValue('0');
      point(chart, 'pointercancel', 'touch', 228, 12);
      point(chart, 'pointerdown', 'touch', 225);
      point(chart, 'pointermove', 'touch', 245, 5);
      expect(slider).toHaveValue('22');
      point(chart, 'pointermove', 'touch', 255, 90);
      expect(slider).toHaveValue('23');
      point(chart, 'pointerdown', 'touch', 325);
      point(chart, 'pointerup', 'touch', 325);
      expect(slider).toHaveValue('30');
    });
  });

  it('have their values on the charts, without style attributes', async () => {
    const hours = hoursUpTo(24 * 7).map((hour, index) => ({
      ...hour,
      temp_f: index % 24 === 20 ? 104 : -8,
      wind_dir: index === 16 ? 'VRB' : 'SSW',
    }));
    const { container } = renderHourly(respondedAt(hours));
    await screen.findByRole('slider');
    expect(screen.getByText('-8 °F, feels like 50 °F')).toBeVisible();
    expect(screen.getByText(/^16\skm\/h \(10\smph\)\sSSW, gusts 40\skm\/h \(25\smph\)$/)).toBeVisible();
    const wide = container.querySelectorAll('.touch-pan-y g:first-child');
    const content = Array.from(wide, (group) => Array.from(group.querySelectorAll('text'), (text) => text.textContent));
    expect(content[0]).toEqual(['Friday', 'Saturday', 'Sunday']);
    expect(content.find((some) => some.includes('104°'))?.filter((text) => text === '104°')).toHaveLength(2);
    expect(container.querySelectorAll('path[transform*="rotate(202.5)"]')).toHaveLength(15 + 8 + 4);
    expect(container.querySelector('main [style]')).toBeNull();
  });

  it('have a chart even if it is only one hour', async () => {
    renderHourly(respondedAt(hoursUpTo(16)));
    expect(await openTable()).toHaveLength(1);
    expect(screen.getByText('The provider has one hour.')).toBeVisible();
    expect(screen.getByRole('slider')).toHaveAttribute('max', '0');
    // Wide, medium and narrow.
    expect(screen.getAllByText('15°')).toHaveLength(3);
  });

  it('show dashes, not zeros, for unknown values, and say so for a whole chart', async () => {
    renderHourly(respondedAt(hoursUpTo(24 * 7, { temp_f: 60, chance_of_rain: undefined, is_day: false })));
    const [row] = await openTable();
    expect(row).toEqual(['Fri 3 PM', 'Clear', '60 °F', '--', '--', '--', '--', '--']);
    expect(screen.getAllByText('Not in this forecast.')).toHaveLength(3);
  });

  it("give a longer period's amount with its times, and none without a chance of rain", async () => {
    const six = (start: string): Partial<Hour> => ({
      ...full,
      precip_mm: 1,
      precip_period_mm: 6,
      precip_period_hours: 6,
      precip_period_start: start,
    });
    const hours = hoursUpTo(24 * 7, six('2026-11-20 12:00'));
    hours[18] = buildHour(18, six('2026-11-20 18:00'));
    hours[19] = buildHour(19, { ...six('2026-11-20 18:00'), chance_of_rain: 0 });
    hours[20] = buildHour(20, full);
    renderHourly(respondedAt(hours));
    const rows = await openTable();
    expect([rows[0], rows[3], rows[4], rows[5]].map((row) => row?.[5])).toEqual([
      '6 mm (0.24 in) from noon to 6 PM',
      '6 mm (0.24 in) from 6 PM to midnight',
      '--',
      '1.2 mm (0.05 in)',
    ]);
    expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', expect.stringContaining('from noon to 6 PM'));
  });

  it('use the chosen units', async () => {
    renderHourly(respondedAt(hoursUpTo(24 * 7)));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Units' }), '°C, km/h');
    const [row] = await openTable();
    expect(row?.slice(2)).toEqual(['-9 °C', '10 °C', '40%', '1.2 mm', '16 km/h S', '40 km/h']);
  });

  it('are for the place in the address', async () => {
    const { calls } = renderHourly(respondedAt(hoursUpTo(24 * 7)), '/hourly?lat=36.06&lon=-94.16&name=Fayetteville');
    expect(await screen.findByRole('heading', { name: 'The next 48 hours in Fayetteville' })).toBeVisible();
    await waitFor(() => expect(calls.some(({ query }) => query.get('lat') === '36.06')).toBe(true));
  });

  it('report a missing forecast', async () => {
    renderHourly('network failure');
    expect(await screen.findByText('We can’t show the hourly forecast right now.')).toBeVisible();
    expect(screen.queryByRole('slider')).not.toBeInTheDocument();
  });
});

describe('the degree axis', () => {
  const scale = { low: 31, high: 69, highLabel: undefined };

  it('marks round degrees in the unit of the readings', () => {
    const fahrenheit = degreeTicks(scale, { inDegrees: (value) => value });
    expect(fahrenheit.map(({ label }) => label)).toEqual(['40°', '50°', '60°']);
    expect(fahrenheit[1]?.y).toBe(50);
    const celsius = degreeTicks(scale, { inDegrees: (value) => ((value ?? 0) - 32) / 1.8 });
    expect(celsius.map(({ label }) => label)).toEqual(['0°', '5°', '10°', '15°', '20°']);
  });

  it('is on the temperature chart', async () => {
    renderHourly(respondedAt(hoursUpTo(24 * 7).map((hour, index) => ({ ...hour, temp_f: index < 24 ? 42 : 63 }))));
    await screen.findByRole('slider');
    for (const label of ['40°', '50°', '60°']) expect(screen.getByText(label)).toBeInTheDocument();
  });
});

describe('chart series', () => {
  const forecast = (hours: Hour[]) => ({ forecastday: [], hour: hours });

  it('are lines through consecutive hours, without bridging gaps', () => {
    const hours = [0, 1, 3, 4].map((hour) => buildHour(hour));
    const runs = runsOf(hoursFrom(forecast([...hours, buildHour(6)]), '2026-11-20 00:10'), 'fahrenheit');
    expect(runs.map((run) => run.map(({ at }) => at))).toEqual([[0, 1], [3, 4], [6]]);
  });

  it('keep a zero, which is a reading', () => {
    const hours = hoursFrom(forecast([buildHour(0, { temp_f: 0, precip_mm: 0 })]), '2026-11-20 00:10');
    expect(runsOf(hours, 'rainMm')).toEqual([[{ at: 0, value: 0 }]]);
    expect(runsOf(hours, 'fahrenheit')).toEqual([[{ at: 0, value: 0 }]]);
  });

  it('include what it feels like only where that differs by 3 °F or more', () => {
    const hours = hoursFrom(
      forecast([
        buildHour(0, { temp_f: 30, feelslike_f: 27.1 }),
        buildHour(1, { temp_f: 30, feelslike_f: 27 }),
        buildHour(2, { temp_f: 90, feelslike_f: 99 }),
        buildHour(3, { temp_f: undefined, feelslike_f: 40 }),
      ]),
      '2026-11-20 00:10',
    );
    expect(runsOf(hours, 'feltApartFahrenheit')).toEqual([
      [
        { at: 1, value: 27 },
        { at: 2, value: 99 },
      ],
    ]);
  });

  it('use one unit, whichever the provider uses', () => {
    const [hour] = hoursFrom(
      forecast([buildHour(0, { precip_in: 1, wind_mph: 10, gust_kph: 30 })]),
      '2026-11-20 00:59',
    );
    expect(hour?.rainMm).toBeCloseTo(25.4);
    expect(hour?.windKph).toBeCloseTo(16.09);
    expect(hour?.gustKph).toBe(30);
  });
});
