import { milesTo } from './distance.js';
import { stepOf } from './delivery-delay.js';
import { atPlace, noticeOf, optionsOf, parseNotificationData } from './notification.js';

const origin = 'https://weather.example';
const littleRock = { lat: 34.7465, lon: -92.2896 };
/** About 14 by 14 miles around the city. */
const ring = [
  [-92.4, 34.65],
  [-92.15, 34.65],
  [-92.15, 34.85],
  [-92.4, 34.85],
];
const push = (notification: object, data: object = {}) =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: 'Tornado Warning: Pulaski County',
      body: 'Until 6:45 PM. Take shelter now.',
      navigate: '/warning/KLZK.TO.W.0042.2026',
      tag: 'abc',
      lang: 'en-US',
      ...notification,
      data: {
        dispatch: '019ab000-0000-7000-8000-000000000000',
        revision: 2,
        polygon: [ring],
        county: 'pulaski',
        ...data,
      },
    },
  });
const notice = (notification: object = {}, data: object = {}) => noticeOf(push(notification, data), origin);

describe('a push', () => {
  it('shows the text that was sent', () => {
    const { title, navigate, data } = notice();
    expect(title).toBe('Tornado Warning: Pulaski County');
    expect(navigate).toBe(`${origin}/warning/KLZK.TO.W.0042.2026`);
    expect(data).toMatchObject({ revision: 2, county: 'pulaski', area: [ring] });
    expect(optionsOf(notice())).toMatchObject({ tag: 'abc', renotify: true, silent: false, lang: 'en-US' });
  });

  it.each([undefined, '', 'not JSON', '[]', '{"notification":7}', '{"notification":{"title":7,"data":[]}}'])(
    'shows something even for %j',
    (text) => {
      const { title, body, navigate } = noticeOf(text, origin);
      expect([title, navigate]).toEqual(['Arkansas Weather', `${origin}/now`]);
      expect(body).not.toBe('');
    },
  );

  it('opens no other site', () => {
    for (const navigate of ['https://elsewhere.example/', '//elsewhere.example/x', 'javascript:alert(1)', 'http://['])
      expect(notice({ navigate }).navigate).toBe(`${origin}/now`);
    expect(parseNotificationData({ navigate: 'https://elsewhere.example/' }, origin).navigate).toBe(`${origin}/now`);
  });

  it('requests only our county pages', () => {
    expect(notice({}, { county: '../main/home' }).data.county).toBeUndefined();
  });

  it('says so first when it covers the saved place, and makes a sound', () => {
    const here = atPlace(notice(), littleRock);
    expect(here.body).toBe('At your place. Until 6:45 PM. Take shelter now.');
    expect(here.silent).toBe(false);
  });

  it('says it in the language of the notification', () => {
    expect(atPlace(notice({ lang: 'es-US' }), littleRock).body).toMatch(/^En su lugar\. /);
    const conway = { lat: 35.0887, lon: -92.4421 };
    expect(atPlace(notice({ lang: 'es-US' }), conway).body).toMatch(/^A \d+ millas de su lugar\. /);
  });

  it('gives the distance, and is silent when far away', () => {
    const conway = { lat: 35.0887, lon: -92.4421 };
    expect(atPlace(notice(), conway)).toMatchObject({
      body: '17 miles from your place. Until 6:45 PM. Take shelter now.',
      silent: true,
    });
    const nextDoor = { lat: 34.86, lon: -92.2896 };
    expect(atPlace(notice(), nextDoor)).toMatchObject({
      body: expect.stringMatching(/^1 mile from your place\. /) as unknown,
      silent: false,
    });
  });

  it('never makes a silent notice audible', () => {
    expect(atPlace(notice({ silent: true }), littleRock).silent).toBe(true);
  });

  it('keeps its text without a place or an area', () => {
    expect(atPlace(notice(), undefined)).toEqual(notice());
    for (const polygon of [undefined, 'x', [], [[1, 2]], [['a', 'b', 'c']]])
      expect(atPlace(notice({}, { polygon }), littleRock).body).toBe('Until 6:45 PM. Take shelter now.');
  });
});

describe('the distance to an area', () => {
  it('is measured to its nearest part', () => {
    const far = ring.map(([lon = 0, lat = 0]) => [lon + 2, lat] as const);
    const near = ring.map(([lon = 0, lat = 0]) => [lon, lat] as const);
    expect(milesTo(littleRock, [far, near])).toBe(0);
    expect(milesTo(littleRock, [far])).toBeCloseTo(107.3, 0);
  });

  it('is the same for closed and open rings', () => {
    const open = ring.map(([lon = 0, lat = 0]) => [lon, lat] as const);
    const place = { lat: 35.2, lon: -92.3 };
    expect(milesTo(place, [[...open, open[0]!]])).toBeCloseTo(milesTo(place, [open])!, 9);
  });
});

describe("a notification's delay", () => {
  const at = '2026-11-22T20:45:00.000Z';
  const dispatch = '019ab000-0000-7000-8000-000000000000';
  const step = (seconds: number) => stepOf({ at, dispatch }, Date.parse(at) + seconds * 1_000);

  it('is reported in eight buckets', () => {
    expect([1, 2, 4, 14, 29, 59, 299, 3_599, 3_601].map(step)).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("isn't reported by a clock that is behind, or without a dispatch", () => {
    expect(step(-1)).toBe(0);
    expect(step(-60)).toBeUndefined();
    expect(stepOf({ at }, Date.parse(at))).toBeUndefined();
  });

  it('is measured from the dispatch when the push has no time', () => {
    const created = Number.parseInt('019ab0000000', 16);
    expect(stepOf({ dispatch }, created + 10_000)).toBe(2);
    expect(stepOf({ dispatch: 'no uuid' }, created)).toBeUndefined();
  });
});
