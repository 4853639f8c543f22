import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryRouter } from 'react-router-dom';
import { Providers } from '../../shell/app.js';
import { buildAlert } from '../../testing/builders.js';
import { fakeGateway } from '../../testing/fake-gateway.js';
import type { AlertState } from '../alerts/alert-queries.js';
import { alertAreas } from './shapes/alert-areas.js';
import type { MapData } from './shapes/map-data.js';
import { defaultLayer, mapSettings } from './map-settings.js';
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
  it('keeps the specification’s numbers and default layer', () => {
    expect(mapSettings).toMatchObject({ initialZoom: 12, flyToZoom: 13, fitPadding: 50, fitMostZoom: 13 });
    expect(defaultLayer).toBe('temperature');
  });

  it('offers five layers of which one is chosen, also by the arrow keys', async () => {
    show({ kind: 'loading' });
    const radios = within(screen.getByRole('group', { name: 'Weather layer of the map' })).getAllByRole('radio');
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

  it('asks for nothing before it comes into view, yet lists the alerts', () => {
    const calls = show({ kind: 'alerts', alerts: [alert], confirmed: true, now: Date.now() });
    expect(calls).toEqual([]);
    expect(within(list()).getByRole('link', { name: 'Tornado Warning' })).toHaveAttribute(
      'href',
      '/warning/KLZK.TO.W.0001.2026',
    );
    expect(list()).toHaveTextContent('Faulkner; Pulaski');
    expect(within(list()).getByRole('button', { name: 'Show Tornado Warning on the map' })).toBeVisible();
  });

  it('says that there are no alerts only when that is known', () => {
    show({ kind: 'none', updatedAt: new Date().toISOString(), now: Date.now() });
    expect(list()).toHaveTextContent('No Active Weather Alerts, as of today');
  });

  it.each<AlertState>([
    { kind: 'unavailable' },
    { kind: 'alerts', alerts: [alert], confirmed: false, now: Date.now() },
  ])('says so when nobody knows whether that is all ($kind)', (state) => {
    show(state);
    expect(list()).toHaveTextContent('Alert status unavailable');
    expect(within(list()).getByRole('link', { name: 'weather.gov/lzk' })).toBeVisible();
    expect(list()).not.toHaveTextContent('No Active Weather Alerts');
  });

  it('has no button for an alert that has no place on the map', () => {
    show({ kind: 'alerts', alerts: [{ ...alert, counties: [] }], confirmed: true, now: Date.now() });
    expect(within(list()).queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('the drawing for devices without an interactive map', () => {
  it('has every county, and the alerts hatched above them', () => {
    const data = JSON.parse(readFileSync(join(import.meta.dirname, 'data/arkansas.json'), 'utf8')) as MapData;
    const areas = alertAreas([{ ...alert, counties: ['05045', '05119'] }], data.counties);
    render(<StaticMap data={data} areas={areas} place={place} />);
    const drawing = screen.getByRole('img', { name: /counties of Arkansas with Arkansas, USA/ });
    const paths = [...drawing.querySelectorAll(':scope > path, g > path')];
    expect(paths.filter((path) => path.getAttribute('fill')?.startsWith('url(#'))).toHaveLength(2);
    expect(drawing.querySelectorAll('g:first-of-type > path')).toHaveLength(75);
    expect(drawing.querySelectorAll('pattern')).toHaveLength(1);
  });
});
