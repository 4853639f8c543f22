import { unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';
import { extractText } from '../../testing/now-builders.js';
import { maxPageBytes } from '../now/now-frame.js';
import { spanishPaths } from './spanish-pages.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
const get = (path: string) => request(provided.gateway.url).get(path).redirects(0).buffer(true);

describe('GET /es', () => {
  const mirrored = [
    ['/', '/es'],
    ['/alert', '/es/alert'],
    ['/forecast', '/es/forecast'],
    ['/hourly', '/es/hourly'],
    ['/county', '/es/county'],
    ['/county/pulaski', '/es/county/pulaski'],
    ['/warning/KLZK.TO.W.0042.2026', '/es/now/alert/KLZK.TO.W.0042.2026'],
  ] as const;

  it.each(mirrored)('names %s and %s to search engines as the same page', async (english, inSpanishToo) => {
    const site = 'https://weather.example';
    for (const path of [english, inSpanishToo]) {
      const { status, text, headers } = await get(path);
      expect(status).toBe(200);
      expect(text).toContain(`<link rel="canonical" href="${site}${path}">`);
      const links = [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)];
      expect(links.map(([, ...link]) => link)).toEqual([
        ['en', site + english],
        ['es', site + inSpanishToo],
        ['x-default', site + english],
      ]);
      expect(headers['vary'] ?? '').not.toMatch(/accept-language/i);
    }
  });

  it.each(mirrored.slice(0, -1))(
    'links %s from %s, allows its forms, and is as fresh as /now',
    async (english, path) => {
      const { text, headers } = await get(path);
      expect(text).toContain(`<a href="${english}" hreflang="en" lang="en">English</a>`);
      expect(headers['content-security-policy']).toContain("form-action 'self'");
      expect(headers['cache-control']).toBe((await get('/now')).headers['cache-control']);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxPageBytes);
    },
  );

  it('has its pages in the sitemap', async () => {
    const { text } = await get('/sitemap.xml');
    for (const path of spanishPaths) expect(text).toContain(`<loc>https://weather.example${path}</loc>`);
  });

  it('redirects a warning to its text-only page', async () => {
    const { status, headers } = await get('/es/warning/KLZK.TO.W.0042.2026');
    expect([status, headers['location']]).toEqual([308, '/es/now/alert/KLZK.TO.W.0042.2026']);
  });

  it.each(['/es/nada', '/es/county/texas', '/es/forecast?county=texas', '/es/hourly?county=x', '/es/alert/x'])(
    'answers %s with a page in Spanish and 404',
    async (path) => {
      const { status, text } = await get(path);
      expect(status).toBe(404);
      expect(text).toContain('<html lang="es">');
      expect(text).toContain('<meta name="robots" content="noindex">');
      expect(extractText(text)).toMatch(/Página no encontrada|No existe ese condado/);
    },
  );

  it('takes a form without a choice as the default place', async () => {
    expect((await get('/es/forecast?county=')).status).toBe(200);
  });

  it('shows alerts while the forecasts fail', async () => {
    const { handlers } = provided.services.weather;
    handlers['weather.v1.ForecastsService/GetForecast'] = () => {
      throw unavailable('no');
    };
    const { status, text } = await get('/es/county/faulkner');
    expect(status).toBe(200);
    expect(extractText(text)).toMatch(/Aviso de tornado .*No pudimos obtener los datos del tiempo/);
  });
});

describe('GET /es/search', () => {
  const search = 'weather.v1.PlacesService/SearchPlaces';
  const places = [
    { id: '1', name: 'Conway', place: 'Conway, Faulkner County, Arkansas', lat: 35.08, lon: -92.47, type: 'place' },
    { id: '2', name: 'Conway County', place: 'Conway County, Arkansas', lat: 35.3, lon: -92.7, type: 'county' },
  ];

  it('finds places and links their counties', async () => {
    provided.services.weather.handlers[search] = () => ({ places, source: 'gazetteer' });
    const { text } = await get('/es/search?q=Conway%20');
    expect(text).toContain('<a href="/es/county/faulkner">Conway, condado de Faulkner</a>');
    expect(text).toContain('<a href="/es/county/conway">Condado de Conway</a>');
    expect(text).toContain('<meta name="robots" content="noindex">');
  });

  it('labels places with similar names', async () => {
    const similar = places.map((place) => ({ ...place, similar: true }));
    provided.services.weather.handlers[search] = () => ({ places: similar, source: 'gazetteer' });
    const { text } = await get('/es/search?q=Conwey');
    expect(extractText(text)).toMatch(
      /No encontramos ningún lugar llamado «Conwey» en Arkansas\. .* Lugares con nombres parecidos Conway, condado de Faulkner/,
    );
    expect(text).not.toContain('Resultados para');
  });

  it('says when there is nothing, and when the search fails, and only then', async () => {
    provided.services.weather.handlers[search] = () => ({ places: [], source: 'gazetteer' });
    const emptyText = await get('/es/search?q=%3Cb%3Ezz');
    expect(extractText(emptyText.text)).toContain('No encontramos ningún lugar llamado «');
    expect(extractText(emptyText.text)).toContain('» en Arkansas. Pruebe con el código postal o el condado.');
    expect(emptyText.text).toContain('value="&lt;b&gt;zz"');
    expect(extractText((await get('/es/search?q=90210')).text)).toContain(
      'No encontramos ese código postal en Arkansas.',
    );
    provided.services.weather.handlers[search] = () => {
      throw unavailable('no');
    };
    expect(extractText((await get('/es/search?q=Conway')).text)).toContain('La búsqueda no está disponible');
    expect(extractText((await get('/es/search')).text)).not.toMatch(/No encontramos|no está disponible/);
  });
});
