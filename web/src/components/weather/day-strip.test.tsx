import type { Hour } from '@site/proto/weather/v1/forecasts.responses';
import { act, render, screen, within } from '@testing-library/react';
import { buildHour } from '@/testing/weather-builders.js';
import { DayStrip, stripHours } from './day-strip.js';
import { hoursAhead } from './hours.js';
import { setUnits } from './units/units.js';

const localNow = '2026-11-20 15:20';

/** Renders the strip of a forecast from midnight on, and returns its rows as text. */
function rowsOf(changes: (index: number) => Partial<Hour> = () => ({}), count = 48) {
  const hour = Array.from({ length: count }, (_, index) => buildHour(index, changes(index)));
  const { container } = render(<DayStrip hours={hoursAhead({ hour, forecastday: [] }, localNow, stripHours)} />);
  expect(container.querySelector('[style]')).toBeNull();
  const rows = within(screen.getByRole('table', { name: 'The next 24 hours' })).getAllByRole('row');
  return rows.map((row) => Array.from(row.children, (cell) => cell.textContent));
}

const spans = () =>
  Array.from(screen.getByRole('table').querySelectorAll('tr'), (row) =>
    Array.from(row.cells, ({ colSpan }) => colSpan).reduce((sum, span) => sum + span, 0),
  );

describe('the day in one line', () => {
  it('has the sky, and temperature and chance of rain every three hours', () => {
    expect(
      rowsOf((index) =>
        index >= 19 && index < 23
          ? { chance_of_rain: 80, condition: { text: 'Light Rain', icon: 'rain', code: 1063 } }
          : {},
      ),
    ).toEqual([
      ['3 PM', '6 PM', '9 PM', '12 AM', '3 AM', '6 AM', '9 AM', '12 PM'],
      ['Sunny', 'Rain', 'Sunny'],
      ['15°', '18°', '21°', '24°', '27°', '30°', '33°', '36°'],
      ['10%', '10%', '80%', '10%', '10%', '10%', '10%', '10%'].map((text) => `${text} chance of precipitation`),
    ]);
    expect(screen.getByText('Rain from 7 PM, ending around 11 PM.')).toBeVisible();
    expect(spans()).toEqual([24, 24, 24, 24]);
  });

  it('shows dashes for unknown values and the hours after the last', () => {
    const [, sky, temperatures, chances] = rowsOf((index) => (index === 18 ? { temp_f: undefined } : {}), 20);
    expect(sky).toEqual(['Sunny', '--']);
    expect(temperatures).toEqual(['15°', '--', '--', '--', '--', '--', '--', '--']);
    expect(chances?.[2]).toBe('-- chance of precipitation');
    expect(screen.queryByText(/rain/i)).not.toBeInTheDocument();
    expect(spans()).toEqual([24, 24, 24, 24]);
  });

  it('shows one hour, and none', () => {
    expect(rowsOf(() => ({}), 16)[2]).toEqual(['15°', ...Array.from({ length: 7 }, () => '--')]);
    screen.getByRole('table').remove();
    expect(rowsOf(() => ({}), 0)[1]).toEqual(['--']);
  });

  it('shows negative and three-digit temperatures, in the chosen units', () => {
    expect(rowsOf((index) => ({ temp_f: index === 15 ? -12 : 104 }))[2]?.slice(0, 2)).toEqual(['-12°', '104°']);
    act(() => setUnits('metric'));
    expect(screen.getByText('-24°')).toBeVisible();
    act(() => setUnits('standard'));
  });
});
