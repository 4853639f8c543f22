import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { Providers } from '@/shell/app.js';
import { buildAlert } from '@/testing/weather-builders.js';
import { fakeGateway } from '@/testing/fake-gateway.js';
import { mapOfArkansas as data } from '@/testing/state-map.js';
import type { AlertState } from '../alerts/alert-queries.js';
import { alertAreas } from './shapes/alert-areas.js';
import { stateBox, defaultLayer, mapSettings } from './map-settings.js';
import type { MapMoves } from './map-view.js';
import { covers, type Position } from './shapes/shapes.js';
import { StaticMap } from './static-map.js';
import { WeatherMap } from './weather-map.js';

const place = { lat: 34.9697, lon: -92.3731, name: 'Arkansas, USA' };
const alert = buildAlert(1);

function show(alerts: AlertState) {
  const calls = fakeGateway({});
  render(
    <MemoryRouter>
      <Providers>
        <WeatherMap place={place} alerts={alerts} mapKey="" />
      </Providers>
    </MemoryRouter>,
  );
  return calls;
}
const list = () => screen.getByRole('region', { name: /^Alerts on this map/ });

describe('the weather map', () => {
  it("uses the specification's numbers and default layer", () => {
    expect(mapSettings).toMatchObject({ initialZoom: 12, flyToZoom: 13, fitPadding: 50, fitMaxZoom: 13 });
    expect(defaultLayer).toBe('temperature');
  });

  it('offers five exclusive layers, also by arrow keys', async () => {
    show({ kind: 'loading' });
    const radios = within(screen.getByRole('group', { name: 'Weather layer' })).getAllByRole('radio');
    expect(radios.map((radio) => (radio as HTMLInputElement).value)).toEqual([
      'clouds',
      'precipitation',
      'pressure',
      'wind',
      'temperature',
    ]);
    expect(radios.filter((radio) => (radio as HTMLInputElement).checked)).toEqual([radios[4]]);
    await userEvent.click(screen.getByText('Wind'));
    expect(screen.getByRole('radio', { name: 'Wind' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Temperature' })).not.toBeChecked();
    expect(screen.getByRole('img', { name: /^Wind: .* mph.* km\/h/ })).toBeVisible();
  });

  it('requests only the alerts before it scrolls into view, and lists them', () => {
    const calls = show({ kind: 'alerts', alerts: [alert], confirmed: true, now: Date.now() });
    expect(calls.map(({ path }) => path)).toEqual(['/main/weather/alerts']);
    expect(within(list()).getByRole('link', { name: 'Tornado Warning' })).toHaveAttribute(
      'href',
      '/warning/KLZK.TO.W.0001.2026',
    );
    expect(list()).toHaveTextContent('Faulkner; Pulaski');
    expect(within(list()).getByRole('button', { name: 'Show Tornado Warning on the map' })).toBeVisible();
  });

  it('says that there are no alerts only when certain', () => {
    show({ kind: 'none', updatedAt: new Date().toISOString(), now: Date.now() });
    expect(list()).toHaveTextContent('No Active Weather Alerts, as of today');
  });

  it.each<AlertState>([
    { kind: 'unavailable' },
    { kind: 'alerts', alerts: [alert], confirmed: false, now: Date.now() },
  ])('says so when the list may be incomplete ($kind)', (state) => {
    show(state);
    expect(list()).toHaveTextContent('Alert status unavailable');
    expect(within(list()).getByRole('link', { name: 'weather.gov/lzk' })).toBeVisible();
    expect(list()).not.toHaveTextContent('No Active Weather Alerts');
  });

  it('has no button for an alert without an area', () => {
    show({ kind: 'alerts', alerts: [{ ...alert, counties: [] }], confirmed: true, now: Date.now() });
    expect(within(list()).queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('the drawn map for devices without the interactive one', () => {
  const conway = { lat: 35.0887, lon: -92.4421, name: 'Conway, Arkansas' };

  function draw(visible = place, areas: ReturnType<typeof alertAreas> = []) {
    const onPick = jest.fn<(point: Position) => void>();
    const ref = createRef<MapMoves>();
    const rendered = (at: typeof place) => (
      <>
        <p id="help">The arrow keys move the map.</p>
        <StaticMap ref={ref} data={data} areas={areas} place={at} onPick={onPick} describedBy="help" />
      </>
    );
    const { rerender } = render(rendered(visible));
    return { onPick, ref, showPlace: (at: typeof place) => rerender(rendered(at)) };
  }
  const drawing = () => screen.getByRole('img', { name: /^Map of the counties of Arkansas/ });
  const seen = () => drawing().getAttribute('viewBox')!.split(' ').map(Number) as [number, number, number, number];
  const names = () => [...drawing().querySelectorAll('text')].map(({ textContent }) => textContent);
  const map = () => screen.getByRole('application', { name: 'Map of Arkansas' });

  it('has every county, with hatched alerts on top', () => {
    draw(place, alertAreas([{ ...alert, counties: ['05045', '05119'] }], data.counties));
    expect(drawing()).toHaveAccessibleName(/counties of Arkansas with Arkansas, USA/);
    const paths = [...drawing().querySelectorAll(':scope > path, g > path')];
    expect(paths.filter((path) => path.getAttribute('fill')?.startsWith('url(#'))).toHaveLength(2);
    expect(drawing().querySelectorAll('g:first-of-type > path')).toHaveLength(75);
    expect(drawing().querySelectorAll('pattern')).toHaveLength(1);
  });

  it("opens on the place's county, with its name, towns and water", () => {
    draw(conway);
    expect(names()).toEqual(expect.arrayContaining(['Conway', 'Faulkner County', 'Vilonia', 'Mayflower']));
    expect(names()).not.toContain('Texarkana');
    expect(screen.getByText(/^At the center of the map: Faulkner County\. Towns on it: .*Vilonia/)).toBeInTheDocument();
    const rivers = data.water.rivers.length + data.water.lakes.length;
    expect(drawing().querySelectorAll('path')).toHaveLength(
      75 + data.borders.otherStates.length + data.borders.state.length + rivers,
    );
  });

  it("follows the page's place", () => {
    const { showPlace } = draw(conway);
    showPlace({ lat: 33.4418, lon: -94.0377, name: 'Texarkana, Arkansas' });
    expect(names()).toEqual(expect.arrayContaining(['Texarkana', 'Miller County']));
    expect(names()).not.toContain('Conway');
  });

  it('pans and zooms by keyboard, and says what is at its center', async () => {
    const { onPick } = draw(conway);
    expect(map()).toHaveAccessibleDescription('The arrow keys move the map.');
    const [left, , side] = seen();
    await userEvent.tab();
    expect(map()).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(seen()[0]).toBeGreaterThan(left);
    await userEvent.keyboard('+');
    expect(seen()[2]).toBeCloseTo(side / 2);
    await userEvent.keyboard('-');
    expect(seen()[2]).toBeCloseTo(side);
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    const picked = onPick.mock.calls[0]![0];
    expect(data.counties.find(({ shape }) => covers(shape, picked))?.name).toBe('Faulkner');
  });

  it('zooms by wheel with Ctrl only, around the pointer', () => {
    draw(conway);
    const before = seen();
    expect(fireEvent.wheel(map(), { deltaY: -200 })).toBe(true);
    expect(seen()).toEqual(before);
    expect(fireEvent.wheel(map(), { deltaY: -200, ctrlKey: true })).toBe(false);
    expect(seen()[2]).toBeCloseTo(before[2] / 2);
  });

  it('moves by the buttons around it', () => {
    const { ref } = draw(conway);
    const [, , side] = seen();
    act(() => ref.current!.zoomBy(-1, true));
    expect(seen()[2]).toBeCloseTo(side * 2);
    act(() => ref.current!.fit(stateBox, true));
    expect(names()).toEqual(expect.arrayContaining(['Fayetteville', 'Jonesboro']));
    act(() => ref.current!.goTo({ lat: 33.2183, lon: -92.6641, name: 'El Dorado' }, true));
    expect(names()).toContain('Union County');
  });
});

describe('the water on the map', () => {
  const { rivers, lakes } = data.water;

  it('includes the best-known rivers and lakes', () => {
    expect(rivers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Mississippi', 'Arkansas', 'Red', 'White', 'Ouachita'].map((name) => `${name} River`)),
    );
    expect(lakes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Lake Ouachita', 'Greers Ferry Lake', 'Bull Shoals Lake', 'Beaver Lake', 'Lake Chicot']),
    );
  });

  it.each([
    ['Arkansas River', ['Sebastian', 'Pope', 'Pulaski', 'Jefferson', 'Desha']],
    ['White River', ['Baxter', 'Independence', 'Jackson', 'Monroe', 'Desha']],
    ['Red River', ['Little River', 'Hempstead', 'Lafayette']],
    ['Ouachita River', ['Montgomery', 'Garland', 'Hot Spring', 'Clark', 'Ouachita']],
  ])('leads the %s through its counties', (name, counties) => {
    const course = rivers.find((river) => river.name === name)?.course ?? [];
    // Where a river is the border, its points may be on either side of it.
    const near: Position[] = course.flatMap(([lon, lat]) =>
      [-0.02, 0, 0.02].flatMap((east) => [-0.02, 0, 0.02].map((north): Position => [lon + east, lat + north])),
    );
    const passed = data.counties.filter(({ shape }) => near.some((point) => covers(shape, point)));
    expect(passed.map((county) => county.name)).toEqual(expect.arrayContaining(counties));
  });
});
