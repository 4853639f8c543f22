import { eventNames, spanishSafetySentence } from '@site/domain/weather/spanish';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import type { DispatchKind } from '../dispatches/dispatch-rows.js';
import { maxPoints, outlineOf } from './area-outline.js';
import { languageOf } from '../messages/language.js';
import { pushPayload, tagOf, textMessage, formatNotification } from './notification-texts.js';

const site = 'https://weather.example';
const now = Date.parse('2026-04-03T23:12:30Z');
const alert: AlertEvent = {
  sequence: 1,
  eventKey: 'KLZK.TO.W.0042.2026',
  revision: 2,
  action: 'NEW',
  event: 'Tornado Warning',
  severity: 'Extreme',
  counties: ['05119'],
  newCounties: [],
  replacedCounties: [],
  alertId: 'urn:1',
  threatStep: 0,
  sent: '2026-04-03T23:12:00Z',
  firstSeenAt: '2026-04-03T23:12:05Z',
  ends: '2026-04-03T23:45:00Z',
  headline: '',
  danger: 5,
  level: 'warning',
  badge: '',
  fromNwws: false,
  alreadyActive: false,
};
const announcement = (kind: DispatchKind, changes: Partial<AlertEvent> = {}) => ({
  id: 'dispatch-1',
  kind,
  alert: { ...alert, ...changes },
});
const english = languageOf('en');
const words = (kind: DispatchKind, fips = ['05119'], changes: Partial<AlertEvent> = {}, language = english) =>
  formatNotification(announcement(kind, changes), { fips, site, now, language });

describe('the text of a notification', () => {
  it('says what, where, until when and what to do, in local time', () => {
    expect(words('new')).toMatchObject({
      title: 'Tornado Warning: Pulaski County',
      body: 'Until 6:45 PM. Take shelter now: lowest floor, interior room. Avoid windows. Issued 6:12 PM.',
      url: 'https://weather.example/now/alert/KLZK.TO.W.0042.2026',
      silent: false,
    });
  });

  it('names two counties, and counts more', () => {
    expect(words('grown', ['05119', '05085']).title).toBe('Tornado Warning: now also Pulaski and Lonoke counties');
    expect(words('new', ['05119', '05085', '05125']).title).toBe('Tornado Warning: Pulaski County and 2 more');
  });

  it('says what is more dangerous, and uses the badge of an emergency', () => {
    expect(words('raised', undefined, { badge: 'Tornado on the ground' }).title).toBe(
      'Now more dangerous: Tornado on the ground, Pulaski County',
    );
    const emergency = { badge: 'Tornado emergency', level: 'emergency' };
    expect(words('new', undefined, emergency).title).toBe('Tornado emergency: Pulaski County');
  });

  it('names the day of an end that is not today, and no end if there is none', () => {
    expect(words('new', undefined, { ends: '2026-04-05T15:00:00Z' }).body).toMatch(/^Until Sun 10:00 AM\. /);
    expect(words('new', undefined, { ends: undefined }).body).toMatch(/^Until further notice\. /);
  });

  it('is silent for a changed or early end, with the same tag', () => {
    for (const kind of ['quiet', 'ended'] as const)
      expect(words(kind)).toMatchObject({ silent: true, tag: tagOf(alert.eventKey) });
    expect(tagOf(alert.eventKey)).toMatch(/^[\w-]{32}$/);
  });

  it('says for which counties it is over while it goes on for others', () => {
    const goesOn = { action: 'CON', counties: ['05085', '05125'] };
    expect(words('ended', ['05119'], goesOn)).toMatchObject({
      title: 'Tornado Warning over for Pulaski County',
      body: 'No longer in effect there since 6:12 PM. Still in effect for Lonoke County and Saline County.',
      silent: true,
    });
    expect(words('ended', ['05119'], goesOn, languageOf('es'))).toMatchObject({
      title: 'Ya no está vigente: Aviso de tornado (Tornado Warning), condado de Pulaski',
      body: 'Dejó de estar vigente allí a las 6:12 PM. Sigue vigente para los condados de Lonoke y Saline.',
    });
    expect(words('ended', ['05119'], { action: 'CON', counties: [] }).body).toBe(
      'No longer in effect there since 6:12 PM.',
    );
  });

  it('says that a message is about a later period', () => {
    const later = { action: 'CON', event: 'Freeze Watch', newCounties: ['05119'] };
    expect(words('new', ['05119'], later).title).toBe('Freeze Watch, later period: Pulaski County');
    expect(words('new', ['05119'], later, languageOf('es')).title).toMatch(/, período posterior: condado de Pulaski$/);
    expect(words('new', ['05085'], later).title).toBe('Freeze Watch: Lonoke County');
    expect(words('new', ['05119'], { ...later, revision: 1 }).title).toBe('Freeze Watch: Pulaski County');
  });

  it('calls an event canceled only when it was', () => {
    expect(words('ended', undefined, { action: 'CAN' }).title).toBe('Tornado Warning canceled: Pulaski County');
    const unlisted = words('ended', undefined, { action: 'UNLISTED' });
    expect(unlisted.title).toBe('Tornado Warning no longer listed: Pulaski County');
    expect(unlisted.body).toMatch(
      /^Removed from the official list at .*, before its planned end .* Check weather\.gov\/lzk\.$/,
    );
    const openEnded = words('ended', undefined, { action: 'UNLISTED', ends: undefined });
    expect(openEnded.body).toMatch(/^Removed from the official list at [^.]+\. Check weather\.gov\/lzk\.$/);
  });
});

const runOnce = (corners: number) => {
  const ring = Array.from({ length: corners }, (_unused, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    return [-92.3 + 0.3 * Math.cos(angle), 34.75 + 0.2 * Math.sin(angle)];
  });
  return [...ring, ring[0]];
};

describe('the area', () => {
  it('is complete when it has few corners', () => {
    const corners = [
      [-92.5, 34.6],
      [-92.1, 34.6],
      [-92.1, 34.9],
      [-92.5, 34.9],
      [-92.5, 34.6],
    ];
    expect(outlineOf(JSON.stringify({ type: 'Polygon', coordinates: [corners] }))).toEqual([corners]);
  });

  it('is simplified when it has many corners', () => {
    const [ring] = outlineOf(JSON.stringify({ type: 'Polygon', coordinates: [runOnce(400)] })) ?? [];
    expect(ring?.length).toBeGreaterThan(8);
    expect(ring?.length).toBeLessThanOrEqual(maxPoints);
    expect(ring?.at(-1)).toEqual(ring?.[0]);
  });

  it.each([
    undefined,
    '',
    'no JSON',
    '{}',
    '{"type":"Point","coordinates":[1,2]}',
    '{"type":"Polygon","coordinates":[[]]}',
  ])('is omitted when there is none: %s', (geometry) => {
    expect(outlineOf(geometry)).toBeUndefined();
  });

  it('fits in a push with everything else, and can be omitted', () => {
    const geometry = JSON.stringify({ type: 'Polygon', coordinates: [runOnce(400)] });
    const options = { fips: ['05119'], site, now, language: english };
    const text = pushPayload(announcement('new', { geometry }), { ...options, withArea: true });
    expect(Buffer.byteLength(text)).toBeLessThan(2_000);
    expect(JSON.parse(text)).toMatchObject({
      web_push: 8030,
      notification: {
        tag: tagOf(alert.eventKey),
        data: {
          dispatch: 'dispatch-1',
          revision: 2,
          at: new Date(now).toISOString(),
          loud: true,
          county: 'pulaski',
          ends: alert.ends,
        },
      },
    });
    const small = pushPayload(announcement('new', { geometry }), { ...options, withArea: false });
    expect(JSON.parse(small).notification.data.polygon).toBeUndefined();
  });
});

it('a text message is one segment, with a link', () => {
  const text = textMessage(announcement('raised', { badge: 'Particularly dangerous situation' }), {
    fips: ['05119'],
    site,
    now,
    language: english,
  });
  expect(text.length).toBeLessThanOrEqual(160);
  expect(text).toMatch(/ https:\/\/weather\.example\/now\/pulaski$/);
});

describe('in Spanish', () => {
  const spanish = languageOf('es');
  /** Undefined until a reviewer has signed it. */
  const reviewed = spanishSafetySentence('Tornado Warning');
  const inSpanish = (kind: DispatchKind, fips = ['05119'], changes: Partial<AlertEvent> = {}) =>
    words(kind, fips, changes, spanish);

  it('gives the official name with the English one, the county, the times, and the page in Spanish', () => {
    expect(inSpanish('new')).toMatchObject({
      title: 'Aviso de tornado (Tornado Warning): condado de Pulaski',
      body: `Hasta las 6:45 PM. ALERTA: busque refugio ahora. ${reviewed ?? 'Lea la alerta completa.'} Se emitió a las 6:12 PM.`,
      url: 'https://weather.example/es/now/alert/KLZK.TO.W.0042.2026',
    });
    expect(inSpanish('new', undefined, { event: 'Severe Thunderstorm Warning' }).title).toBe(
      'Aviso de tronada severa (tormenta eléctrica fuerte, Severe Thunderstorm Warning): condado de Pulaski',
    );
  });

  it('leaves the English name to the end of a push, so that its title has room for the county', () => {
    const reading = { fips: ['05119'], site, now, language: spanish, withArea: false };
    expect(JSON.parse(pushPayload(announcement('new'), reading))).toMatchObject({
      notification: {
        lang: 'es-US',
        navigate: inSpanish('new').url,
        title: 'Aviso de tornado: condado de Pulaski',
        body: `${inSpanish('new').body} (Tornado Warning)`,
      },
    });
  });

  it('says what changed, and how the alert ended', () => {
    expect(inSpanish('grown', ['05085', '05065'])).toMatchObject({
      title: 'Aviso de tornado (Tornado Warning): ahora también condados de Lonoke e Izard',
    });
    expect(inSpanish('raised', ['05119', '05085', '05125'], { badge: 'Tornado on the ground' })).toMatchObject({
      title: 'Mayor peligro: Tornado en tierra (Tornado on the ground), condado de Pulaski y 2 más',
      body: expect.stringMatching(/^Aviso de tornado \(Tornado Warning\) hasta las 6:45 PM\. /) as string,
    });
    expect(inSpanish('quiet', undefined, { ends: '2026-04-05T18:00:00Z' }).body).toBe(
      'Ahora hasta el domingo a la 1:00 PM. Se emitió a las 6:12 PM.',
    );
    expect(inSpanish('ended', undefined, { action: 'CAN' })).toMatchObject({
      title: 'Cancelación: Aviso de tornado (Tornado Warning), condado de Pulaski',
      body: 'El Servicio Nacional de Meteorología canceló esta alerta a las 6:12 PM.',
    });
    expect(inSpanish('ended', undefined, { action: 'UNLISTED' }).body).toBe(
      'Fuera de la lista oficial desde las 6:12 PM, aunque debía durar hasta las 6:45 PM. Consulte weather.gov/lzk.',
    );
    expect(inSpanish('new', undefined, { ends: undefined }).body).toMatch(/^Hasta nuevo aviso\. /);
  });

  it('keeps the English name of an event without an official one, and translates no advice', () => {
    expect(inSpanish('new', undefined, { event: 'Ice Storm Warning' })).toMatchObject({
      title: 'Ice Storm Warning: condado de Pulaski',
      body: expect.not.stringMatching(/Avoid|travel|[Ee]vite/) as string,
    });
  });

  it.each(eventNames.map(({ english: event }) => event))('fits a text message without accents: %s', (event) => {
    for (const kind of ['new', 'grown', 'raised'] as const) {
      const text = textMessage(announcement(kind, { event }), {
        fips: ['05059', '05119', '05085'],
        site,
        now,
        language: spanish,
      });
      expect(text.length).toBeLessThanOrEqual(160);
      expect(text).toMatch(/^[\x20-\x7e]+ https:\/\/weather\.example\/es\/now\/hot-spring$/);
    }
  });
});
