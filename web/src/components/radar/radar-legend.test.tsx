import { radarScale } from '@site/domain/weather/radar-scale';
import { render, screen } from '@testing-library/react';
import type { Radar } from '@site/proto/weather/v1/radar.responses';
import { RadarLegend, RadarScale } from './radar-legend.js';
import { radarState } from './radar-loop.js';
import { toTimedRadar } from './radar-query.js';
import { buildRadar, buildRadarFrame } from './testing/radar-builders.js';

const start = { wall: 0, steady: 0 };

function show(radar: Radar | undefined, waitedMinutes = 0) {
  const now = { wall: waitedMinutes * 60_000, steady: waitedMinutes * 60_000 };
  const state = radarState({ data: radar && toTimedRadar(radar, null, start), isPending: false }, now);
  const visible = { radar: state, frame: state.kind === 'frames' ? state.frames.at(-1) : undefined };
  render(
    <>
      <RadarScale {...visible} />
      <RadarLegend {...visible} />
    </>,
  );
}
const scale = () => screen.queryByRole('img', { name: /^Radar echoes by strength in dBZ/ });

describe('the radar legend', () => {
  it('uses the same color ramp as the pictures', () => {
    show(buildRadar(3));
    const rendered = [...scale()!.querySelectorAll('rect')];
    expect(rendered.map((step) => step.getAttribute('fill'))).toEqual(radarScale.map(({ color: colour }) => colour));
    expect(scale()).toHaveTextContent(radarScale.at(-1)!.dbz.toString());
  });

  it.each([
    ['mrms', /Radar: NOAA\/NWS/],
    ['nexrad', /Radar: Iowa Environmental Mesonet/],
  ] as const)('names the source of a picture of %s, and that it is no forecast', (source, text) => {
    show(buildRadar(1, { frames: [buildRadarFrame(0, { source })] }));
    expect(screen.getByText(text)).toHaveTextContent('not a forecast');
  });

  it("omits our scale for a picture in its source's colors", () => {
    show(buildRadar(1, { frames: [buildRadarFrame(0, { scale: 'source' })] }));
    expect(scale()).not.toBeInTheDocument();
    expect(screen.getByText(/uses its source's colors/)).toBeVisible();
  });

  it('says that there is no rain, with the time', () => {
    show(buildRadar(3, { has_echoes: false }));
    expect(screen.getByRole('status')).toHaveTextContent('No rain or snow on the radar at 6:35 PM CST.');
  });

  it('says that the newest picture is old, and why it is gray', () => {
    show(buildRadar(3), 19);
    expect(screen.getByRole('status')).toHaveTextContent(
      /newest radar picture is from 6:35 PM CST, 23 min ago\. It is gray/,
    );
    expect(scale()).not.toBeInTheDocument();
  });

  it('says that the next picture is late', () => {
    show(buildRadar(3, { stale: true }));
    expect(screen.getByRole('status')).toHaveTextContent('The next radar picture is late.');
  });

  it.each([
    ['nobody answers', undefined, /^Radar unavailable: we haven't received any radar pictures in the last two hours/],
    ['no source answers', buildRadar(0), /^Radar unavailable: we haven't received any radar pictures/],
    ['there is no room for pictures', buildRadar(0, { reason: 'not configured' }), /radar pictures aren't set up/],
  ])('reports when %s, and never claims that there is no rain', (_case, radar, text) => {
    show(radar);
    expect(screen.getByRole('status')).toHaveTextContent(text);
    expect(screen.getByRole('status')).not.toHaveTextContent('No rain');
    expect(scale()).not.toBeInTheDocument();
  });
});
