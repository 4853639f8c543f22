import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  toOfflineDocument,
  asUnsure,
  entryOf,
  filesNamedIn,
  isHidden,
  movedDate,
  nameOf,
  textOnlyMessages,
  withoutMarkup,
} from './cached-document.js';

const cachedAt = Date.parse('2026-11-22T20:45:00Z');
const alerts = { status: true, action: '', data: { ok: true, alerts: [], updatedAt: '2026-11-22T20:44:50Z' } };
const page = `<!doctype html><html lang="en-US"><head><meta charset="utf-8" />
  <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
  <link rel="canonical" href="https://weather.example/">
  <link rel="modulepreload" href="/assets/home-1.js"><link rel="alternate" href="/feed.xml">
  <script src="/theme.js"></script>
  <script type="module" fetchpriority="high" crossorigin src="/assets/site-1.js"></script>
  <link rel="stylesheet" crossorigin href="/assets/site-1.css"></head>
  <body><div id="root"></div>
  <script type="application/json" id="alerts-data">${JSON.stringify(alerts)}</script></body></html>`;
const smallIn = (language: keyof typeof textOnlyMessages) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body><main><h1>Pulaski</h1><div class="c">${textOnlyMessages[language].none.map((sentence) => `<p><strong>${sentence}</strong></p>`).join('')}</div></main></body></html>`;
const small = smallIn('en');

const alertsIn = (html: string): unknown =>
  JSON.parse(/id="alerts-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null') as unknown;

it("finds a document's files and its entry script", () => {
  expect(filesNamedIn(page).sort()).toEqual([
    '/assets/home-1.js',
    '/assets/site-1.css',
    '/assets/site-1.js',
    '/favicon.svg',
    '/theme.js',
  ]);
  expect(entryOf(page)).toBe('/assets/site-1.js');
  expect(entryOf(small)).toBeUndefined();
});

it("finds them in the site's actual document", () => {
  const source = readFileSync(join(process.cwd(), 'web/index.html'), 'utf8');
  expect(entryOf(source)).toBe('/src/main.tsx');
  expect(filesNamedIn(source)).toEqual(expect.arrayContaining(['/theme.js', '/favicon.svg', '/manifest.webmanifest']));
});

it('leaves out what the server rendered, so that old warnings never look current', () => {
  const markup = '<main>\n<!--$--><img src="/favicon.svg">No Active Weather Alerts<!--/$--></main>';
  const rendered = `<!--rendered--><div id="root" data-address="/" data-time="1">${markup}</div><!--/rendered-->`;
  expect(withoutMarkup(page.replace('<div id="root"></div>', rendered))).toBe(page);
  expect(withoutMarkup(page)).toBe(page);
});

it('a cached page shows when it was cached, and that alerts may be incomplete', () => {
  const kept = toOfflineDocument(page, cachedAt);
  expect(kept).toContain('<meta name="kept-at" content="2026-11-22T20:45:00.000Z">');
  expect(alertsIn(kept)).toEqual({ ...alerts, data: { ...alerts.data, ok: false } });
});

it("an alert's text can't close its JSON block", () => {
  const hostile = { data: { ok: true, alerts: [{ headline: '</script><script>alert(1)</script>' }] } };
  const block = JSON.stringify(hostile).replaceAll('<', '\\u003c');
  const kept = toOfflineDocument(
    page.replace(JSON.stringify(alerts), () => block),
    cachedAt,
  );
  expect(kept).not.toContain('<script>alert');
  expect(alertsIn(kept)).toEqual({ data: { ...hostile.data, ok: false } });
});

it('a cached county page never says that there are no alerts', () => {
  const kept = toOfflineDocument(small, cachedAt);
  expect(kept).not.toContain('No Active Weather Alerts');
  expect(kept).not.toContain('No alerts on the official list');
  expect(kept).toContain('Alert status unavailable');
  expect(kept).toContain('Nov 22, 2:45 PM CST');
});

it('nor does a cached county page in Spanish', () => {
  const kept = toOfflineDocument(smallIn('es'), cachedAt);
  expect(kept).not.toContain('No hay alertas');
  expect(kept).toContain('Estado de las alertas no disponible');
  expect(kept).toMatch(/se guardó en su dispositivo: <time [^>]*>22 nov, 2:45/);
});

it.each(['en', 'es'] as const)("matches the text-only pages' actual words: %s", (language) => {
  const source = (file: string) => readFileSync(join(process.cwd(), 'gateway/src/pages/now', file), 'utf8');
  const { none, unknown, office } = textOnlyMessages[language];
  for (const words of [...none, unknown, office]) expect(source(`messages-${language}.ts`)).toContain(`'${words}'`);
  expect(source('now-frame.ts')).toContain('<main>${body}</main>');
  expect(source('now-frame.ts')).toContain('hasUnlisted ? messages.noneListed : messages.noAlerts');
  expect(source('now-frame.ts')).toContain('<strong>${sentence}</strong>');
});

it("an alerts response that can't be parsed claims nothing", () => {
  expect(asUnsure('<html>')).toBe('null');
  expect(asUnsure('{"data":null}')).toBe('null');
});

it("a cached response's age includes its time on the device", () => {
  const sent = 'Sun, 22 Nov 2026 20:45:00 GMT';
  expect(movedDate(sent, 1_000, 1_000 + 40 * 60_000)).toBe('Sun, 22 Nov 2026 21:25:00 GMT');
  // A clock that was set back doesn't reduce an age.
  expect(movedDate(sent, 1_000, 0)).toBe(sent);
});

it("doesn't cache a page that search engines mustn't list", () => {
  expect(isHidden('<head><meta name="robots" content="noindex">')).toBe(true);
  expect(isHidden(page)).toBe(false);
});

it.each([
  ['/', 'Arkansas Weather: forecasts and warnings', 'Home'],
  ['/weather', 'Weather · Arkansas Weather', 'Weather'],
  ['/weather?lat=35.0887&lon=-92.4421&name=Conway', 'Weather · Arkansas Weather', 'Weather: Conway'],
  ['/blog/hail', 'Hail &amp; wind &lt;here&gt; · Arkansas Weather', 'Hail & wind <here>'],
  ['/now/pulaski', '', '/now/pulaski'],
])('lists %s under its name', (path, title, name) => {
  expect(nameOf(path, `<head><title>${title}</title></head>`)).toBe(name);
});
