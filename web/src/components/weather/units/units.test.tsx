import type { UnitSystem } from '@site/domain/weather/unit-systems';
import { act, render, renderHook, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildContent } from '@/testing/builders.js';
import { buildForecast } from '@/testing/weather-builders.js';
import { renderApp } from '@/testing/render-app.js';
import { UnitChoice } from './unit-choice.js';
import { setUnits, SiteUnits, useUnits } from './units.js';

function Readings() {
  const units = useUnits();
  return (
    <ul>
      {[
        units.temperature(64.4),
        units.degrees(64.4),
        units.feelsLike(31.2, 88.2),
        units.wind(16.09344, 'SSW'),
        units.dayWind(16.09344),
        units.distance(16.09344),
        units.rain(12),
        units.snow(6.1),
        units.ice(2.5),
      ].map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}
/** Replaces no-break spaces, which look the same. */
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');
const visible = () => screen.getAllByRole('listitem').map(({ textContent }) => plain(textContent));

describe('units', () => {
  const expected: Record<UnitSystem, string[]> = {
    standard: [
      '64 °F',
      '64°',
      '31 °C (88 °F)',
      '16 km/h (10 mph) SSW',
      '16 Km/h (10 mph)',
      '16 km (10 mi)',
      '12 mm (0.47 in)',
      '6.1 cm (2.4 in)',
      '2.5 mm (0.1 in)',
    ],
    us: ['64 °F', '64°', '88 °F', '10 mph SSW', '10 mph', '10 mi', '0.47 in', '2.4 in', '0.1 in'],
    metric: ['18 °C', '18°', '31 °C', '16 km/h SSW', '16 Km/h', '16 km', '12 mm', '6.1 cm', '2.5 mm'],
  };

  it("are the specification's with US units beside them by default, or all US or all metric by choice", async () => {
    const user = userEvent.setup();
    render(
      <>
        <UnitChoice />
        <Readings />
      </>,
    );
    const choice = screen.getByRole('combobox', { name: 'Units' });
    const labels = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(labels).toEqual(['°F, km/h (mph)', '°F, mph', '°C, km/h']);
    expect(choice).toHaveDisplayValue('°F, km/h (mph)');
    expect(visible()).toEqual(expected.standard);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Units' }), '°F, mph');
    expect(visible()).toEqual(expected.us);
    await user.selectOptions(choice, '°C, km/h');
    expect(visible()).toEqual(expected.metric);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Units' }), '°F, km/h (mph)');
    expect(visible()).toEqual(expected.standard);
  });

  it('are stored on the device', async () => {
    const { unmount } = render(<UnitChoice />);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Units' }), '°C, km/h');
    unmount();
    render(<Readings />);
    expect(visible()).toEqual(expected.metric);
    expect(localStorage.getItem('units')).toBe('metric');
  });

  it('last until the page closes without storage', () => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      render(<Readings />);
      act(() => setUnits('us'));
      expect(visible()).toEqual(expected.us);
    } finally {
      Storage.prototype.setItem = setItem;
      act(() => setUnits('standard'));
    }
  });

  it("are the site's by default, even if that is the standard", async () => {
    render(
      <SiteUnits value="us">
        <UnitChoice />
        <Readings />
      </SiteUnits>,
    );
    expect(screen.getByRole('combobox', { name: 'Units' })).toHaveDisplayValue('°F, mph');
    expect(visible()).toEqual(expected.us);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Units' }), '°F, km/h (mph)');
    expect(visible()).toEqual(expected.standard);
    expect(localStorage.getItem('units')).toBe('standard');
  });

  it("are the operator's on every page, overridden by the visitor's", async () => {
    const site = { ...buildContent().site, default_units: 'us' as const };
    const routes = {
      'GET /main/home': { data: buildContent({ site }) },
      'GET /main/weather/forecast': { data: buildForecast() },
    };
    const { unmount } = renderApp('/weather', { routes });
    const { findAllByText } = within(await screen.findByRole('region', { name: "Today's Highlights" }));
    expect(await findAllByText('8 mph S')).toHaveLength(1);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Units' }), '°C, km/h');
    expect(await findAllByText('13 km/h S')).toHaveLength(1);
    unmount();
    renderApp('/weather', { routes });
    const repeated = within(await screen.findByRole('region', { name: "Today's Highlights" }));
    expect(await repeated.findByText('13 km/h S')).toBeVisible();
  });

  it.each(['mixed', 'imperial', ''])('are standard when the device has stored "%s"', (text) => {
    localStorage.setItem('units', text);
    render(<Readings />);
    expect(visible()).toEqual(expected.standard);
  });

  it('break between two units, never within one', () => {
    const { result } = renderHook(() => useUnits());
    const { wind, distance, rain } = result.current;
    expect([wind(16, 'SSW'), distance(16), rain(0.04)].map((text) => text.split(' '))).toEqual([
      ['16\u00a0km/h', '(10\u00a0mph)\u00a0SSW'],
      ['16\u00a0km', '(10\u00a0mi)'],
      ['under', '0.1\u00a0mm', '(under', '0.01\u00a0in)'],
    ]);
  });

  it.each([undefined, null, Number.NaN])('show dashes for %s', (value) => {
    function Unknown() {
      const units = useUnits();
      const { temperature, degrees, wind, dayWind, distance, rain } = units;
      return [
        temperature,
        degrees,
        wind,
        dayWind,
        distance,
        rain,
        (existing: typeof value) => units.feelsLike(existing, existing),
      ]
        .map((write) => write(value))
        .join(' ');
    }
    for (const system of ['standard', 'us', 'metric'] as const) {
      act(() => setUnits(system));
      const { container, unmount } = render(<Unknown />);
      expect(container).toHaveTextContent(/^(-- ){6}--$/);
      unmount();
    }
  });

  it('give "feels like" in both units, even if the provider has only one', () => {
    function Felt() {
      const { feelsLike } = useUnits();
      return `${feelsLike(undefined, 50)}, ${feelsLike(10, undefined)}`;
    }
    const { container } = render(<Felt />);
    expect(container).toHaveTextContent('10 °C (50 °F), 10 °C (50 °F)');
  });

  it.each([
    [0.02, 'under 0.1 km', 'under ¼ mi'],
    [0.402, '0.4 km', '¼ mi'],
    [0.805, '0.8 km', '½ mi'],
    [1.96, '2 km', '1¼ mi'],
    [2.816, '3 km', '1¾ mi'],
    [3.2, '3 km', '2 mi'],
    [16.09, '16 km', '10 mi'],
  ])('format a visibility of %s km as "%s" and "%s"', (kilometers, metric, us) => {
    for (const [system, text] of [
      ['metric', metric],
      ['us', us],
      ['standard', `${metric} (${us})`],
    ] as const) {
      act(() => setUnits(system));
      const { result, unmount } = renderHook(() => useUnits().distance(kilometers));
      expect(plain(result.current)).toBe(text);
      unmount();
    }
  });

  it('format snow in tenths and ice in hundredths of an inch, and never round some to none', () => {
    const written = (system: UnitSystem) => {
      act(() => setUnits(system));
      const { result } = renderHook(() => useUnits());
      const { snow, ice, rain } = result.current;
      return [snow(6.1), snow(0.05), ice(1.27), ice(0.02), rain(0.04)];
    };
    expect(written('us')).toEqual(['2.4 in', 'under 0.1 in', '0.05 in', 'under 0.01 in', 'under 0.01 in']);
    expect(written('metric')).toEqual(['6.1 cm', '0.1 cm', '1.3 mm', 'under 0.1 mm', 'under 0.1 mm']);
  });

  it('omit the direction of calm wind, and distinguish light rain from none', () => {
    function Small() {
      const { wind, rain } = useUnits();
      return `${wind(0.2, 'N')}, ${wind(13, '')}, ${rain(0.2)}`;
    }
    const { container } = render(<Small />);
    expect(container).toHaveTextContent('Calm, 13 km/h (8 mph), 0.2 mm (0.01 in)');
  });
});
