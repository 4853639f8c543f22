import { counties } from '@site/regions/counties';
import { eventNames, spanishEventName, untranslatedEvents } from '@site/domain/weather/spanish';
import request from 'supertest';
import { anAlertEvent } from '../../testing/fake-messages.js';
import { setupGateway } from '../../testing/given-gateway.js';
import {
  conditions,
  inMinutes,
  buildNowAlerts,
  options,
  outlookDay,
  pulaski,
  warning,
  extractText,
} from '../../testing/now-builders.js';
import { english, spanish } from './language.js';
import type { NowAlerts } from './now-data.js';
import { maxPageBytes } from './now-frame.js';
import { countyPage, listPage } from './now-html.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
const get = (path: string) => request(provided.gateway.url).get(path).buffer(true);
const inSpanish = { ...options, language: spanish };
const page = (alerts: NowAlerts, weather = conditions()) =>
  countyPage(pulaski, { alerts, conditions: weather, storm: { outlook: outlookDay() } }, inSpanish);

/** Returns what remains when everything marked as English is removed. */
const withoutEnglish = (html: string) =>
  extractText(html.replace(/<(span|div|section)\b[^>]*\blang="en"[^>]*>.*?<\/\1>/gs, ' '));

describe("a county's page in Spanish", () => {
  it('shows the official name first, then times, severity, threats and counties from coded fields', () => {
    const html = page(
      buildNowAlerts({ alerts: [warning({ tornado_detection: 'OBSERVED', max_wind_gust: '70 MPH' })] }),
    );
    expect(html).toContain('<html lang="es">');
    expect(html).toContain('<h3>Aviso de tornado <span class="o" lang="en">Tornado Warning</span></h3>');
    expect(extractText(html)).toMatch(/Tornado en tierra .*Aviso de tornado .*Vigente ahora, hasta las 3:30 PM/);
    expect(extractText(html)).toContain('Gravedad extrema; tornado: observado; viento: 70 mph; granizo: 1.00 pulg');
    expect(extractText(html)).toContain('Condados: Faulkner, Pulaski');
  });

  it('shows the English text, marked as English, and translates none of it', () => {
    const html = page(buildNowAlerts({ alerts: [warning({ nws_headline: 'TORNADO NEAR MAYFLOWER' })] }));
    expect(extractText(html)).toMatch(/TAKE COVER NOW! .*TORNADO NEAR MAYFLOWER/);
    expect(withoutEnglish(html)).not.toMatch(/TAKE COVER|MAYFLOWER|Tornado Warning|Hazard|Where/);
    // No reviewer has signed our sentences.
    expect(html).not.toContain('Busque refugio en un sótano');
  });

  it('has a strong line above the name while the warning is in effect, and common words beside regional ones', () => {
    const line = '<p class="b">ALERTA: busque refugio ahora</p>';
    expect(page(buildNowAlerts({ alerts: [warning()] }))).toContain(`<section class="c s">${line}<h3>Aviso de tornado`);
    expect(page(buildNowAlerts({ alerts: [warning({ onset: inMinutes(20) })] }))).not.toContain('ALERTA');
    expect(page(buildNowAlerts({ alerts: [warning({ event: 'Tornado Watch' })] }))).not.toContain('ALERTA');
    const storm = warning({ event: 'Severe Thunderstorm Warning', thunderstorm_damage_threat: 'DESTRUCTIVE' });
    const name = 'Aviso de tronada severa (tormenta eléctrica fuerte)';
    expect(extractText(page(buildNowAlerts({ alerts: [storm] })))).toContain(`Destructiva Destructive ${name}`);
    const list = listPage(buildNowAlerts({ alerts: [storm] }), {}, inSpanish);
    expect(extractText(list)).toContain(`Pulaski : Destructiva · ${name}`);
  });

  it('shows the weather service’s own Spanish text before the English one, as sent and as theirs', () => {
    const text = 'SNM: AVISO DE TORNADO hasta las 3:30 PM. Busque refugio ahora en un sotano <b> & lejos de ventanas.';
    const html = page(buildNowAlerts({ alerts: [warning({ spanish_text: text })] }));
    expect(html).toContain('en un sotano &lt;b&gt; &amp; lejos');
    expect(extractText(html)).toMatch(
      /ALERTA: busque refugio ahora Aviso de tornado Tornado Warning SNM: AVISO DE TORNADO .* Servicio Nacional de Meteorología .*TAKE COVER NOW!/,
    );
    expect(withoutEnglish(html)).toContain('Servicio Nacional de Meteorología');
    expect(extractText(page(buildNowAlerts({ alerts: [warning()] })))).not.toContain(
      'Servicio Nacional de Meteorología Vigente',
    );
    const englishPage = countyPage(
      pulaski,
      { alerts: buildNowAlerts({ alerts: [warning({ spanish_text: text })] }), conditions: conditions(), storm: {} },
      options,
    );
    expect(englishPage).not.toContain('SNM');
  });

  it('stays below 15 kB with the longest texts, shown in full while they fit', () => {
    const text = `${'x'.repeat(1_990)} el final`;
    const alerts = Array.from({ length: 9 }, (_unused, index) =>
      warning({ id: `urn:oid:${index}`, event_key: `E${index}`, spanish_text: text, instruction: 'y'.repeat(4_000) }),
    );
    for (const html of [page(buildNowAlerts({ alerts })), listPage(buildNowAlerts({ alerts }), {}, inSpanish)])
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxPageBytes);
    expect(page(buildNowAlerts({ alerts: alerts.slice(0, 1) }))).toContain('el final');
  });

  it.each([english, spanish])('skips no heading level in $locale, also with a statewide alert', (language) => {
    const alerts = buildNowAlerts({
      alerts: [warning(), warning({ id: 'urn:oid:2', event: 'Flood Watch', statewide: true })],
    });
    for (const html of [page(alerts), listPage(alerts, {}, { ...options, language })]) {
      const levels = Array.from(html.matchAll(/<h([1-6])\b/g), ([, level]) => Number(level));
      expect(levels[0]).toBe(1);
      levels.slice(1).forEach((level, index) => expect(level - levels[index]!).toBeLessThanOrEqual(1));
    }
  });

  it('keeps unknown events and values in English, marked', () => {
    const strange = { event: 'Sharknado Warning', tornado_detection: 'SEEN <b>', max_hail_size: 'Baseball' };
    const html = page(buildNowAlerts({ alerts: [warning(strange)] }));
    expect(html).toContain('<h3><span lang="en">Sharknado Warning</span></h3>');
    expect(html).toContain('tornado: <span lang="en">SEEN &lt;b&gt;</span>');
    expect(withoutEnglish(html)).not.toMatch(/Sharknado|SEEN|Baseball/);
    const weather = { ...conditions(), current: { temp_f: 60, condition: { text: 'Raining frogs', icon: 'frogs' } } };
    expect(page(buildNowAlerts(), weather)).toContain('<p><span lang="en">Raining frogs</span></p>');
  });

  it('shows the weather from coded values', () => {
    const sky = { text: 'Partly cloudy', icon: 'partly-cloudy-day', code: 1003 };
    const current = { ...conditions().current, wind_dir: 'WSW', condition: sky };
    const html = page(buildNowAlerts(), { ...conditions(), current });
    expect(html).toContain('Parcialmente nublado <span class="o" lang="en">Partly cloudy</span>');
    expect(extractText(html)).toContain('Viento: OSO 8 mph (13 km/h)');
    expect(extractText(html)).toMatch(/Sensación térmica: 64 °F \(18 °C\) .*Mínima de esta noche: 41 °F \(5 °C\)/);
    expect(extractText(html)).toContain('No se esperan tormentas severas hasta el sábado a las 6 AM .');
    expect(extractText(html)).toContain('No hay alertas meteorológicas activas');
    expect(extractText(html)).toContain('Alertas comprobadas: 2:59 PM CST , hace menos de un minuto.');
  });

  it('claims no more than it knows', () => {
    const down = extractText(page(buildNowAlerts({ ok: false, updatedAt: inMinutes(-12), alerts: [warning()] })));
    expect(down).toContain('Puede haber otras. Estado de las alertas no disponible');
    expect(down).toContain('no confíe en él');
    const left = warning({ unlisted_since: inMinutes(-10), ends: inMinutes(25) });
    const unlisted = extractText(page(buildNowAlerts({ unlisted: [left] })));
    expect(unlisted).toContain('Fuera de la lista oficial desde las 2:50 PM , aunque debía durar hasta las 3:25 PM .');
    expect(unlisted).not.toContain('No hay alertas meteorológicas activas');
  });

  it('shows or counts each of 300 mixed alerts in 15 kB', () => {
    const events = [...eventNames.map(({ english }) => english), ...untranslatedEvents, 'Sharknado Warning'];
    const alerts = Array.from({ length: 300 }, (_unused, index) => {
      const event = events[index % events.length]!;
      const times = { onset: inMinutes(index % 3 ? -5 : 90), ends: index % 5 ? inMinutes(30 + index * 20) : null };
      const flood =
        index % 2 ? { flash_flood_detection: 'RADAR INDICATED' } : { tornado_damage_threat: 'CONSIDERABLE' };
      return warning({
        id: `urn:oid:${index}`,
        event_key: `KLZK.${index}`,
        event,
        statewide: index % 7 === 0,
        spanish_text: index % 4 ? null : `SNM: texto ${index} en español.`,
        ...times,
        ...flood,
      });
    });
    const html = page(buildNowAlerts({ alerts }));
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxPageBytes);
    expect(extractText(html)).not.toMatch(/undefined|NaN|null|\[object/);
    const [main = ''] = /<main>.*<h2>Tormentas/s.exec(html) ?? [];
    const cards = main.match(/<section.*?<\/section>/gs) ?? [];
    const lines = /<h3>También<\/h3><ul>(.*?)<\/ul>/s.exec(main)?.[1]?.match(/<li>.*?<\/li>/gs) ?? [];
    const counted = [...cards, ...lines].map((entry) => Number(/: (\d+) en este condado/.exec(entry)?.[1] ?? 1));
    const rest = Number(/Y (\d+) más: /.exec(main.replace(/<section.*?<\/section>/gs, ''))?.[1] ?? 0);
    expect(counted.reduce((sum, count) => sum + count, rest)).toBe(300);
    for (const entry of [...cards, ...lines]) {
      const english = events.find((event) => entry.includes(`lang="en">${event}<`));
      expect(english).toBeDefined();
      const name = spanishEventName(english!);
      if (name) expect(entry).toContain(`${name} <span class="o" lang="en">${english}</span>`);
      expect(withoutEnglish(entry)).not.toMatch(/Warning|Watch|TAKE COVER/);
    }
    for (const entry of cards) {
      const visible = Array.from(entry.matchAll(/alert\/KLZK\.(\d+)"/g), ([, index]) => alerts[Number(index)]!);
      const content = visible.flatMap(({ spanish_text: text }) => text ?? []);
      if (content.length > 0) expect(entry).toContain(content[0]);
      else expect(entry).not.toContain('SNM');
    }
    const list = listPage(buildNowAlerts({ alerts }), {}, inSpanish);
    expect(Buffer.byteLength(list)).toBeLessThanOrEqual(maxPageBytes);
    expect(withoutEnglish(list)).toMatch(/condados tienen alertas/);
  });
});

describe('GET /es/now', () => {
  it.each(['/now', '/now/hot-spring', '/now/alert/KLZK.TO.W.0042.2026'])('links %s in both languages', async (path) => {
    provided.services.weather.handlers['weather.v1.AlertEventsService/GetAlertEvent'] = () => anAlertEvent();
    const english = await get(path);
    const inSpanishToo = await get(`/es${path}`);
    expect([english.status, inSpanishToo.status]).toEqual([200, 200]);
    expect(english.text).toContain(`<a href="/es${path}" hreflang="es" lang="es">Español</a>`);
    expect(inSpanishToo.text).toContain(`<a href="${path}" hreflang="en" lang="en">English</a>`);
    expect(inSpanishToo.text).toContain('<html lang="es">');
    expect(Buffer.byteLength(inSpanishToo.text)).toBeLessThanOrEqual(maxPageBytes);
    expect(inSpanishToo.text).not.toMatch(/<(script|img|iframe|object)|\sstyle=|\son\w+=|url\(|@import/);
    expect(inSpanishToo.headers['cache-control']).toBe(english.headers['cache-control']);
    // Shared caches keep one page per address.
    expect(inSpanishToo.headers['vary'] ?? '').not.toMatch(/accept-language/i);
  });

  it.each(['/now', '/now/pulaski'])('names both languages of %s to search engines', async (path) => {
    for (const [prefix, canonical] of [
      ['', path],
      ['/es', `/es${path}`],
    ] as const) {
      const { text } = await get(prefix + path);
      expect(text).toContain(`<link rel="canonical" href="https://weather.example${canonical}">`);
      expect(
        [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(([, ...link]) => link),
      ).toEqual([
        ['en', `https://weather.example${path}`],
        ['es', `https://weather.example/es${path}`],
        ['x-default', `https://weather.example${path}`],
      ]);
    }
  });

  it('never redirects by the browser’s language', async () => {
    const { status, text } = await get('/now/pulaski').set('Accept-Language', 'es-MX,es');
    expect(status).toBe(200);
    expect(text).toContain('<html lang="en">');
  });

  it('shows the weather service’s Spanish text on the page of an event while it is in effect', async () => {
    const spanishText = 'SNM: AVISO DE TORNADO. Busque refugio ahora en un sotano.';
    const getAlertEvent = 'weather.v1.AlertEventsService/GetAlertEvent';
    provided.services.weather.handlers[getAlertEvent] = () => anAlertEvent({ eventKey: 'GOING' }, { spanishText });
    const { text } = await get('/es/now/alert/GOING');
    expect(text).toContain(`<p class="i">${spanishText}</p><p class="o">Servicio Nacional de Meteorología</p>`);
    expect(extractText(text)).toMatch(/ALERTA: busque refugio ahora Aviso de tornado Tornado Warning SNM: /);
    const ended = { eventKey: 'ENDED', active: false, endedBy: 'cancelled', endedAt: new Date().toISOString() };
    provided.services.weather.handlers[getAlertEvent] = () => anAlertEvent(ended, { spanishText });
    expect(extractText((await get('/es/now/alert/ENDED')).text)).not.toMatch(/SNM|ALERTA/);
  });

  it('reloads, can be stopped, and returns 404 for no county', async () => {
    const { headers, text } = await get('/es/now/saline');
    expect(headers['refresh']).toBe('10');
    expect(text).toContain('href="/es/now/saline/still"');
    expect((await get('/es/now/saline/still')).headers['refresh']).toBeUndefined();
    const missing = await get('/es/now/texas');
    expect(missing.status).toBe(404);
    expect(extractText(missing.text)).toContain('No existe ese condado');
  });

  it('lists every county, and is in the sitemap', async () => {
    const { text } = await get('/es/now');
    for (const { slug } of counties) expect(text).toContain(`href="/es/now/${slug}"`);
    expect(extractText(text)).toContain('Pulaski : Aviso de tornado');
    expect((await get('/sitemap.xml')).text).toContain('<loc>https://weather.example/es/now/st-francis</loc>');
  });
});
