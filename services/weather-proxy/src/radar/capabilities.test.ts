import { timesOf } from './capabilities.js';

const from = Date.parse('2026-11-23T10:00:00Z');
const layer = (name: string, times: string) => `<Layer><Name>${name}</Name><Title>x</Title>${times}</Layer>`;
const read = (times: string, name = 'conus_bref_qcd') =>
  timesOf(
    `<Layer>${layer('other', '<Extent name="time">2026-11-23T11:59:00Z</Extent>')}${layer(name, times)}</Layer>`,
    'conus_bref_qcd',
    from,
  )?.map((time) => new Date(time).toISOString().slice(11, 19));

describe('the times of a layer', () => {
  it.each([
    [
      'a list, as in WMS 1.1.1',
      '<Dimension name="time" units="ISO8601"/><Extent name="time" default="current">2026-11-23T10:02:08.000Z,2026-11-23T10:00:04.000Z</Extent>',
      ['10:00:04', '10:02:08'],
    ],
    [
      'a list, as in WMS 1.3.0',
      `<Dimension units="ISO8601" name='time'>\n 2026-11-23T10:02Z, 2026-11-23T10:04:08Z\n</Dimension>`,
      ['10:02:00', '10:04:08'],
    ],
    [
      'a span with a period, of which only the end is wanted',
      '<Extent name="time">1995-01-01/2026-11-23T10:11:00Z/PT5M</Extent>',
      ['10:00:00', '10:05:00', '10:10:00'],
    ],
    [
      'both at once, each time once',
      '<Extent name="time">2026-11-23T10:00:00Z/2026-11-23T10:10:00Z/PT10M,2026-11-23T10:10:00Z</Extent>',
      ['10:00:00', '10:10:00'],
    ],
    [
      'only what can be read, and nothing from before',
      '<Extent name="time">yesterday,2026-11-23,2026-11-23T09:59:59Z,2026-11-23T10:00:00+01:00,2026-11-23T10:06:00Z</Extent>',
      ['10:06:00'],
    ],
    [
      'none, of a period of no length',
      '<Extent name="time">2026-11-23T10:00:00Z/2026-11-23T12:00:00Z/PT0S</Extent>',
      [],
    ],
  ])('are those of %s', (_what, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('are found with a workspace prefix', () => {
    expect(read('<Extent name="time">2026-11-23T10:06:00Z</Extent>', 'conus:conus_bref_qcd')).toEqual(['10:06:00']);
  });

  it.each([
    ['another layer only', read('<Extent name="time">2026-11-23T10:06:00Z</Extent>', 'conus_cref_qcd')],
    ['other dimensions only', read('<Extent name="elevation">0,1</Extent>')],
    ['an element without an end', timesOf('<Name>a</Name><Extent name="time">2026-11-23T10:06:00Z', 'a', from)],
    ['a web page', timesOf('<HTML><BODY>Access Denied</BODY></HTML>', 'a', from)],
  ])('are unknown from %s', (_what, times) => {
    expect(times).toBeUndefined();
  });

  it('aren’t expanded for a century to come', () => {
    const times = timesOf(layer('a', '<Extent name="time">2026-11-23/2126-11-23/PT30S</Extent>'), 'a', from) ?? [];
    expect(times.length).toBeLessThanOrEqual(5_000);
    expect(times[0]).toBe(from);
  });

  it('are found quickly in a hostile document of megabytes', () => {
    const hostile = `<Name>a</Name>${'<Extent name='.repeat(600_000)}`;
    const started = performance.now();
    expect(timesOf(hostile, 'a', from)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
