import { isKeepablePage, overdue, treatmentOf } from './fetch-strategy.js';

const origin = 'https://weather.example';
const treatment = (path: string, mode: RequestMode = 'cors', method = 'GET') =>
  treatmentOf({ url: new URL(path, origin).href, mode, method }, origin)?.kind;

describe('the worker', () => {
  it.each([
    '/dashboard',
    '/dashboard/posts',
    '/moderate/snapshots',
    '/admin/main/post',
    '/docs',
    '/main/home',
    '/media/posts/3f/x-640.webp',
    '/share/home.png',
    '/feed.xml',
    '/now/pulaski/alerts.atom',
    '/sw.js',
    '/embed/county/pulaski',
    'https://elsewhere.example/',
  ])('leaves navigation to %s to the browser', (path) => {
    expect(treatment(path, 'navigate')).toBeUndefined();
  });

  it.each(['/', '/forecast?lat=36.0626&lon=-94.1574', '/now/pulaski', '/warning/KLZK.TO.W.0042.2026', '/dashboards'])(
    'serves %s from the network or the cache',
    (path) => {
      expect(treatment(path, 'navigate')).toBe('page');
    },
  );

  it.each(['/admin/main/post', '/main/notifications/key', '/main/keys', '/media/x.webp', '/main/weather/tiles/1/2/3'])(
    'never handles a response of %s',
    (path) => {
      expect(treatment(path)).toBeUndefined();
    },
  );

  it('never handles requests that may change data', () => {
    for (const method of ['POST', 'DELETE', 'PUT', 'HEAD'])
      for (const path of ['/main/home', '/', '/assets/site-1.js'])
        expect(treatment(path, 'cors', method)).toBeUndefined();
  });

  it('handles build files, and the responses that an offline page needs', () => {
    expect(['/assets/site-abc.js', '/theme.js', '/manifest.webmanifest'].map((path) => treatment(path))).toEqual([
      'file',
      'file',
      'file',
    ]);
    expect(treatment('/main/weather/forecast?lat=35.20&lon=-91.83&days=7')).toBe('data');
    expect(treatment('/main/weather/alerts')).toBe('data');
  });

  it('waits longer for alerts than for anything else', () => {
    const abortController = (path: string) => {
      const found = treatmentOf({ url: origin + path, mode: 'cors', method: 'GET' }, origin);
      return found?.kind === 'data' ? found.timeoutMs : 0;
    };
    expect(abortController('/main/weather/alerts')).toBeGreaterThan(abortController('/main/home'));
  });
});

describe('caching', () => {
  const isCached = (path: string) => isKeepablePage(new URL(path, origin), origin);

  it('excludes URLs with a token', () => {
    expect(isCached('/subscription?token=abc')).toBe(false);
    expect(isCached('/es/subscription?token=abc')).toBe(false);
    expect(isCached('/newsletter/confirm?token=abc')).toBe(false);
    expect(isCached('/?utm_source=mail')).toBe(false);
    expect(isCached('/forecast?lat=36.06&lon=-94.15&name=Fayetteville')).toBe(true);
    expect(isCached('/blogdetail?id=1')).toBe(true);
    expect(isCached('/es/forecast?county=pulaski')).toBe(true);
    expect(isCached('/es/search?q=Conway')).toBe(false);
  });

  it('keeps five pages, the newest; the home page, the forecast and the latest county longest', () => {
    const paths = ['/', '/now/pulaski', '/forecast', '/about', '/now/saline', '/blogs', '/livecam', '/alert'];
    const pages = paths.map((path, cachedAt) => ({ address: origin + path, cachedAt }));
    expect(overdue(pages.slice(0, 5))).toEqual([]);
    expect(
      overdue(pages)
        .map((address) => address.slice(origin.length))
        .sort(),
    ).toEqual(['/about', '/blogs', '/now/pulaski']);
    for (const path of ['/es/now/saline', '/es/county/saline']) {
      const inSpanish = { address: origin + path, cachedAt: 4.5 };
      expect(overdue([...pages, inSpanish])).not.toContain(inSpanish.address);
    }
  });
});
