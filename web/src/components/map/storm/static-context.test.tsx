import type { OutlookArea } from '@site/proto/weather/v1/outlook.responses';
import { radarBox } from '@site/domain/weather/radar-grid';
import { render, screen } from '@testing-library/react';
import { buildAlert } from '@/testing/weather-builders.js';
import { mapOfArkansas as data } from '@/testing/state-map.js';
import { project } from '../drawing-view.js';
import { alertAreas } from '../shapes/alert-areas.js';
import { StaticMap } from '../static-map.js';
import type { MapContext, RadarOnMap } from './map-context.js';

const radar: RadarOnMap = { box: radarBox, ready: ['/a.webp'], visibleUrl: '/a.webp', isOld: false, dissolveMs: 0 };
const area: OutlookArea = {
  label: 'SLGT',
  text: 'Slight Risk',
  level: 2,
  fill: '#ffe066',
  stroke: '#ddaa00',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-93, 34],
        [-92, 34],
        [-92, 35],
        [-93, 34],
      ],
    ],
  },
};

function draw(context: Partial<MapContext>, areas: ReturnType<typeof alertAreas> = []) {
  const full: MapContext = { radar: undefined, outlook: [], reports: [], gauges: [], ...context };
  const { container } = render(
    <StaticMap
      data={data}
      areas={areas}
      place={undefined}
      context={full}
      onPick={() => undefined}
      describedBy="help"
    />,
  );
  return container;
}

describe('the drawn storm map', () => {
  it('opens on the whole state without a place', () => {
    draw({});
    const names = [...screen.getByRole('img').querySelectorAll('text')].map(({ textContent }) => textContent);
    expect(names).toEqual(expect.arrayContaining(['Little Rock', 'Jonesboro', 'Fort Smith']));
  });

  it('shows the radar picture at its position', () => {
    const picture = draw({ radar }).querySelector('image')!;
    expect(picture).toHaveAttribute('href', '/a.webp');
    const at = (name: string) => Number(picture.getAttribute(name));
    // In the middle of the state; the drawing has the same projection.
    const share = (north: number) => {
      const y = (lat: number) => Math.asinh(Math.tan((lat * Math.PI) / 180));
      return (y(radarBox.north) - y(north)) / (y(radarBox.north) - y(radarBox.south));
    };
    for (const lat of [33, 34.7, 36.5]) {
      const [x, y] = project([-92.3, lat]);
      expect(at('y') + share(lat) * at('height')).toBeCloseTo(y, 3);
      const across = (-92.3 - radarBox.west) / (radarBox.east - radarBox.west);
      expect(at('x') + across * at('width')).toBeCloseTo(x, 3);
    }
  });

  it('shows an old picture in gray, and none while it loads', () => {
    expect(draw({ radar: { ...radar, isOld: true } }).querySelector('image')).toHaveClass('grayscale');
    expect(draw({ radar: { ...radar, visibleUrl: undefined } }).querySelector('image')).toBeNull();
  });

  it("shows the outlook's areas in the center's colors, without invalid ones", () => {
    const container = draw({ outlook: [area, { ...area, label: 'ENH', text: 'Enhanced Risk', geometry: 'shape' }] });
    expect([...container.querySelectorAll('path[fill="#ffe066"]')]).toHaveLength(1);
    expect(container.querySelector('title')).toHaveTextContent('Slight Risk');
  });

  it('shows alerts as outlines above radar and outlook, including statewide ones', () => {
    const areas = alertAreas([buildAlert(1, { counties: [], statewide: true })], data.counties);
    const filled = (container: HTMLElement) => container.querySelectorAll('path[fill^="url(#"]').length;
    const outlined = (container: HTMLElement) => container.querySelectorAll('path[stroke="#97000f"]').length;
    for (const context of [{ radar }, { outlook: [area] }]) {
      const container = draw(context, areas);
      expect(filled(container)).toBe(0);
      expect(outlined(container)).toBeGreaterThan(0);
    }
    expect(filled(draw({}, areas))).toBe(75);
  });

  it('marks reports and gauges with letters, not only with colors', () => {
    const at = { lat: 35, lon: -92 };
    const container = draw({
      reports: [{ ...at, id: '1', kind: 'tornado' } as MapContext['reports'][number]],
      gauges: [{ ...at, id: 'LRKA4', observed_category: 'moderate' } as MapContext['gauges'][number]],
    });
    const letters = [...container.querySelectorAll('g[transform] text')].map(({ textContent }) => textContent);
    expect(letters).toEqual(['2', 'T']);
  });
});
