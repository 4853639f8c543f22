import { readdirSync, readFileSync } from 'node:fs';
import { eventNames, untranslatedEvents } from '@site/domain/weather/spanish';
import { addHours } from '@site/domain/local-time';
import { counties } from '@site/regions/counties';
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
import { spanish } from '../now/language.js';
import type { NowAlerts, NowConditions } from '../now/now-data.js';
import { maxPageBytes } from '../now/now-frame.js';
import { alertsPage, countiesPage, countySitePage, forecastPage, homePage, hourlyPage } from './site-html.js';
import { siteMessages } from './site-messages.js';

const inSpanish = { ...options, refreshSeconds: undefined, language: spanish };

const thunder = { text: 'Chance Showers And Thunderstorms', icon: 'thunderstorm-showers-day', code: 1087 };
const hoursFrom = (time: string, count: number) =>
  Array.from({ length: count }, (_unused, index) => ({
    time: addHours(time, index),
    temp_f: 61.4,
    feelslike_f: 58.6,
    chance_of_rain: 80,
    only_rain: true,
    condition: thunder,
    wind_mph: 12,
    wind_dir: 'WSW',
    gust_mph: 27,
  }));
const dates = Array.from({ length: 7 }, (_unused, index) => addHours('2026-11-20 00:00', 24 * index).slice(0, 10));
/** Seven days with all hours, and the longest texts. */
const week = (): NowConditions => ({
  ...conditions({ forecastIssuedAt: inMinutes(-40) }),
  forecast: {
    forecastday: dates.map((date) => ({
      date,
      day: {
        maxtemp_f: 68.2,
        mintemp_f: 47.1,
        daily_chance_of_rain: 40,
        only_rain: true,
        totalprecip_in: 0.42,
        maxwind_mph: 15,
        maxgust_mph: 31,
        uv: 6.2,
        avghumidity: 71,
        condition: thunder,
      },
      astro: { sunrise: '06:49 AM', sunset: '05:01 PM' },
      hour: hoursFrom(`${date} 00:00`, 24),
    })),
    hour: hoursFrom('2026-11-20 00:00', 48),
    tomorrow: { mintemp_f: 41.3 },
  },
});

const pages = {
  '/es': homePage,
  '/es/alert': alertsPage,
  '/es/county': countiesPage,
  '/es/county/pulaski': countySitePage.bind(undefined, pulaski),
  '/es/forecast': forecastPage.bind(undefined, undefined),
  '/es/forecast?county=pulaski': forecastPage.bind(undefined, pulaski),
  '/es/hourly': hourlyPage.bind(undefined, undefined),
};
const paths = Object.keys(pages) as (keyof typeof pages)[];
const page = (path: keyof typeof pages, alerts: NowAlerts, weather: NowConditions | undefined = week()) =>
  pages[path]({ alerts, conditions: weather, storm: { outlook: outlookDay() } }, inSpanish);

/** Returns what remains when everything marked as English is removed. */
const withoutEnglish = (html: string) =>
  extractText(html.replace(/<(span|div|section|a)\b[^>]*\blang="en"[^>]*>.*?<\/\1>/gs, ' '));

const manyAlerts = () => {
  const events = [...eventNames.map(({ english }) => english), ...untranslatedEvents];
  return Array.from({ length: 300 }, (_unused, index) =>
    warning({
      id: `urn:oid:${index}`,
      event_key: `KLZK.${index}`,
      event: events[index % events.length]!,
      statewide: index % 7 === 0,
      counties: counties.slice(index % 70, (index % 70) + 5).map(({ fips }) => fips),
      onset: inMinutes(index % 3 ? -5 : 90),
      ends: index % 5 ? inMinutes(30 + index * 20) : null,
    }),
  );
};

describe('a Spanish page', () => {
  it.each(paths)('%s has landmarks, headings in order, and nothing unwritten', (path) => {
    const html = page(path, buildNowAlerts({ alerts: [warning()] }));
    expect(html).toContain('<html lang="es">');
    expect(html).toMatch(
      /<a class="j" href="#contenido">Ir al contenido<\/a>.*<header>.*<nav>.*id="contenido".*<main>/s,
    );
    const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.reduce((before, level) => {
      expect(level).toBeLessThanOrEqual(before + 1);
      return level;
    }, 0);
    expect(extractText(html)).not.toMatch(/undefined|NaN|null|\[object/);
    expect(html).not.toMatch(/<(script|img|iframe|object)|\sstyle=|\son\w+=|url\(|@import/);
  });

  it.each(paths)(
    '%s fits into 15 kB with 300 alerts, says how many more there are, and names them in Spanish',
    (path) => {
      const html = page(path, buildNowAlerts({ alerts: manyAlerts() }));
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxPageBytes);
      expect(withoutEnglish(html)).not.toMatch(/Warning|Watch|TAKE COVER|Showers/);
      if (path === '/es' || path === '/es/alert')
        expect(html).toMatch(/Y \d+ más: <a href="\/alert" hreflang="en">todas las alertas \(en inglés\)<\/a>/);
    },
  );

  it.each(paths)('%s claims that there are no alerts only if that is known', (path) => {
    const none = 'No hay alertas meteorológicas activas';
    expect(extractText(page(path, buildNowAlerts()))).toContain(none);
    const unknown = extractText(page(path, buildNowAlerts({ ok: false, updatedAt: inMinutes(-20) })));
    expect(unknown).not.toContain(none);
    expect(unknown).toContain('Estado de las alertas no disponible');
    expect(unknown).toContain('no confíe en él');
    const left = warning({ unlisted_since: inMinutes(-10), ends: inMinutes(25) });
    expect(extractText(page(path, buildNowAlerts({ unlisted: [left] })))).not.toContain(none);
  });

  it.each(['/es', '/es/county/pulaski', '/es/forecast', '/es/hourly'] as const)(
    '%s says in Spanish that there is no forecast, and how old a forecast is',
    (path) => {
      const missing = extractText(
        pages[path]({ alerts: buildNowAlerts(), conditions: undefined, storm: {} }, inSpanish),
      );
      expect(missing).toContain('El pronóstico no está disponible en este momento.');
      const old = { ...week(), meta: { ...week().meta, stale: true, fetchedAt: inMinutes(-180) } };
      expect(extractText(page(path, buildNowAlerts(), old))).toContain('Actualizado hace 3 horas: datos retrasados.');
    },
  );
});

describe('what the pages say', () => {
  const alerts = buildNowAlerts({
    alerts: [
      warning({ event: 'Flood Watch', severity: 'Moderate', badge: '', event_key: 'KLZK.FA.A.0001.2026', id: 'urn:1' }),
      warning(),
    ],
  });

  it('lists all alerts by danger, with their counties', () => {
    const text = extractText(page('/es/alert', alerts));
    expect(text).toMatch(/Aviso de tornado .*Condados: Faulkner, Pulaski .*Vigilancia de inundación/);
    expect(text).toMatch(/Formas oficiales .* radio meteorológica de NOAA .* weather\.gov\/lzk/);
  });

  it('names the counties of alerts in one card, and counts them', () => {
    const watch = (number: number) =>
      warning({
        id: `urn:${number}`,
        event: 'Flood Watch',
        event_key: `KLZK.FA.A.000${number}.2026`,
        ends: inMinutes(2_000),
        severity: 'Moderate',
        badge: '',
        desc: '',
      });
    const text = extractText(page('/es/alert', buildNowAlerts({ alerts: [watch(1), watch(2)] })));
    expect(text).toContain('Vigilancia de inundación Flood Watch : 2 alertas');
    expect(text).toMatch(/hasta el domingo a las 12:20 AM .*Condados: Faulkner, Pulaski/);
  });

  it('leads from the start page to alerts, a place, the weather and the English parts', () => {
    const html = page('/es', alerts);
    expect(extractText(html)).toMatch(
      /El tiempo en Arkansas Alertas vigentes .*Busque su lugar .*Condiciones actuales .*Próximas horas .*Próximos 7 días .*Reciba alertas/,
    );
    expect(html).toContain('<form action="/es/search" role="search">');
    expect(html).toContain('<a href="/alert" hreflang="en">Get Alerts (en inglés)</a>');
    expect(html).toContain('<a href="/map" hreflang="en">mapa y radar (en inglés)</a>');
  });

  it('shows a county’s warnings first, then its weather, hours and week', () => {
    const html = page('/es/county/pulaski', alerts);
    expect(extractText(html)).toMatch(
      /Condado de Pulaski: alertas y pronóstico Alertas .*Aviso de tornado .*Condiciones actuales .*Próximas horas Hora Cielo Temp\. Lluvia 3 PM Posibles chubascos y tormentas eléctricas 61° 80% .*Próximos 7 días .*Hoy .*Sáb 21 /,
    );
    expect(html).toContain('href="/es/hourly?county=pulaski"');
    expect(html).toContain('href="/es/now/pulaski">Actualizar automáticamente</a>');
  });

  it('shows seven days with all readings', () => {
    const text = extractText(page('/es/forecast', alerts));
    expect(text).toContain('Todo Arkansas: 2 alertas vigentes La más peligrosa: Aviso de tornado');
    expect(text).toMatch(/Hoy, viernes, 20 de noviembre .*Sábado, 21 de noviembre .*Jueves, 26 de noviembre/);
    expect(text).toContain('Máxima: 68 °F (20 °C)');
    expect(text).toContain('Probabilidad de lluvia: 40% Lluvia: 0.42 pulg Viento de hasta: 15 mph (24 km/h)');
    expect(text).toContain('Índice UV: 6 (alto) Amanecer: 6:49 AM Puesta del sol: 5:01 PM');
    expect(text).toContain('Pronóstico elaborado: 2:20 PM CST , hace 40 minutos.');
  });

  it('shows 48 hours, a table per day', () => {
    const html = page('/es/hourly', alerts);
    expect(html.match(/<tr><th scope="row">/g)).toHaveLength(48);
    expect([...html.matchAll(/<h2 id="d\d">([^<]+)/g)].map(([, day]) => day)).toEqual([
      'Viernes, 20 de noviembre',
      'Sábado, 21 de noviembre',
      'Domingo, 22 de noviembre',
    ]);
    expect(extractText(html)).toContain('3 PM Posibles chubascos y tormentas eléctricas 61° 59° 80% OSO 12 27 4 PM');
  });

  it('keeps unknown conditions in English, and shows unknown readings as dashes', () => {
    const [first] = hoursFrom('2026-11-20 15:00', 1);
    const strange = { ...first!, condition: { text: 'Raining <b>frogs', icon: 'frogs', code: 1 }, gust_mph: undefined };
    const weather = { ...week(), forecast: { forecastday: [], hour: [strange as never] } };
    const html = page('/es/hourly', alerts, weather);
    expect(html).toContain('<td><span lang="en">Raining &lt;b&gt;frogs</span>');
    expect(extractText(html)).toContain('80% OSO 12 --');
  });

  it('has no unused sentence', () => {
    const sources = readdirSync(import.meta.dirname)
      .filter((name) => /^(?!site-messages)[a-z-]+\.ts$/.test(name))
      .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
      .join('');
    expect(
      Object.keys(siteMessages).filter((key) => !new RegExp(`\\bpageMessages\\.${key}\\b|'${key}'`).test(sources)),
    ).toEqual([]);
  });
});
