import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UnitToggle } from './unit-toggle.js';
import { chooseUnits, useUnits, type UnitSystem } from './units.js';

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
        units.rain(25.4),
      ].map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}
const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('units', () => {
  const expected: Record<UnitSystem, string[]> = {
    mixed: ['64 °F', '64°', '31 °C (88 °F)', '16 km/h SSW', '16 Km/h', '16 km', '25 mm'],
    us: ['64 °F', '64°', '88 °F', '10 mph SSW', '10 mph', '10 mi', '1 in'],
    metric: ['18 °C', '18°', '31 °C', '16 km/h SSW', '16 Km/h', '16 km', '25 mm'],
  };

  it("are the specification's until somebody chooses, then all US or all metric", async () => {
    const user = userEvent.setup();
    render(
      <>
        <UnitToggle />
        <Readings />
      </>,
    );
    expect(screen.getByRole('radio', { name: /^Mixed/ })).toBeChecked();
    expect(shown()).toEqual(expected.mixed);
    await user.click(screen.getByRole('radio', { name: /^US/ }));
    expect(shown()).toEqual(expected.us);
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('radio', { name: /^Metric/ })).toBeChecked();
    expect(shown()).toEqual(expected.metric);
    await user.click(screen.getByRole('radio', { name: /^Mixed/ }));
    expect(shown()).toEqual(expected.mixed);
  });

  it('are remembered on the device', async () => {
    const { unmount } = render(<UnitToggle />);
    await userEvent.click(screen.getByRole('radio', { name: /^Metric/ }));
    unmount();
    render(<Readings />);
    expect(shown()).toEqual(expected.metric);
    expect(localStorage.getItem('units')).toBe('metric');
  });

  it('last until the page is left where nothing can be stored', () => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      render(<Readings />);
      act(() => chooseUnits('us'));
      expect(shown()).toEqual(expected.us);
    } finally {
      Storage.prototype.setItem = setItem;
      act(() => chooseUnits('mixed'));
    }
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
        (known: typeof value) => units.feelsLike(known, known),
      ]
        .map((write) => write(value))
        .join(' ');
    }
    for (const system of ['mixed', 'us', 'metric'] as const) {
      act(() => chooseUnits(system));
      const { container, unmount } = render(<Unknown />);
      expect(container).toHaveTextContent(/^(-- ){6}--$/);
      unmount();
    }
  });

  it('give the felt temperature in both, also when the provider has only one', () => {
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
  ])('write a visibility of %s km as "%s" and "%s"', (kilometres, metric, us) => {
    for (const [system, text] of [
      ['metric', metric],
      ['us', us],
    ] as const) {
      act(() => chooseUnits(system));
      const { result, unmount } = renderHook(() => useUnits().distance(kilometres));
      expect(result.current).toBe(text);
      unmount();
    }
  });

  it('write snow in tenths and ice in hundredths of an inch, and never call some of it none', () => {
    const written = (system: UnitSystem) => {
      act(() => chooseUnits(system));
      const { result } = renderHook(() => useUnits());
      const { snow, ice, rain } = result.current;
      return [snow(6.1), snow(0.05), ice(1.27), ice(0.02), rain(0.04)];
    };
    expect(written('us')).toEqual(['2.4 in', 'under 0.1 in', '0.05 in', 'under 0.01 in', 'under 0.01 in']);
    expect(written('metric')).toEqual(['6.1 cm', '0.1 cm', '1.3 mm', 'under 0.1 mm', 'under 0.1 mm']);
  });

  it('know no direction of a calm, and tell a light rain from none', () => {
    function Small() {
      const { wind, rain } = useUnits();
      return `${wind(0.2, 'N')}, ${wind(13, '')}, ${rain(0.2)}`;
    }
    const { container } = render(<Small />);
    expect(container).toHaveTextContent('Calm, 13 km/h, 0.2 mm');
  });
});
