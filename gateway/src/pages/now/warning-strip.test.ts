import request from 'supertest';
import { until } from '@site/platform/testing/until';
import { anAlert, someAlerts } from '../../testing/fake-messages.js';
import { setupGateway } from '../../testing/given-gateway.js';
import { warning, extractText } from '../../testing/now-builders.js';
import { english, spanish } from './language.js';
import { maxPageBytes } from './now-frame.js';
import { warningStripHtml } from './warning-strip-html.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '100' });
const get = async (path: string) => (await request(provided.gateway.url).get(path).buffer(true)).text;
const stripIn = (html: string) => extractText(/<section class="l"[^>]*>.*?<\/section>/.exec(html)?.[0] ?? '').trim();

async function play(...alerts: object[]): Promise<void> {
  const { weather } = provided.services;
  weather.handlers['weather.v1.AlertsService/ListAlerts'] = () => someAlerts({ alerts });
  weather.announce('alerts');
  await until('the list', async () => {
    const { body } = await request(provided.gateway.url).get('/main/weather/alerts');
    return body.data.alerts.length === alerts.length;
  });
}
const tornado = { counties: ['05119'], instruction: 'TAKE COVER NOW! Move to a basement.' };

describe('the strip of pages without a place', () => {
  it.each(['/now', '/now/still', '/now/nowhere', '/now/alert/unknown'])(
    'says where and what to do on %s',
    async (path) => {
      await play(anAlert(tornado));
      expect(stripIn(await get(path))).toBe('Tornado Warning for Pulaski County . If you are there: take cover now.');
    },
  );

  it.each(['/es', '/es/alert', '/es/forecast', '/es/hourly', '/es/county', '/es/search?q=x', '/es/nada', '/es/now'])(
    'says it in Spanish on %s',
    async (path) => {
      await play(anAlert(tornado));
      const html = await get(path);
      expect(stripIn(html)).toBe(
        'Aviso de tornado para el condado de Pulaski . Si usted está allí: busque refugio ahora.',
      );
      expect(html).toContain('<a href="/es/now/alert/KLZK.TO.W.0042.2026">Aviso de tornado');
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxPageBytes);
    },
  );

  it.each(['/now/pulaski', '/es/county/pulaski', '/es/forecast?county=pulaski', '/now/alert/KLZK.TO.W.0042.2026'])(
    'is absent from %s, which has its own warnings',
    async (path) => {
      await play(anAlert(tornado));
      expect(stripIn(await get(path))).toBe('');
    },
  );

  it('is absent without an urgent warning', async () => {
    await play(
      anAlert({ event: 'Flood Warning', danger: 32, id: 'urn:1' }),
      anAlert({ event: 'Tornado Watch', danger: 61, level: 'watch', id: 'urn:2' }),
    );
    for (const path of ['/now', '/es']) expect(stripIn(await get(path))).toBe('');
  });
});

const strip = (changes: Parameters<typeof warning>[0], language = english) =>
  extractText(warningStripHtml(warning(changes), language)).trim();
const counties = ['05119'];

it.each([
  ['Extreme Wind Warning', 'TAKE SHELTER NOW!', 'take shelter now'],
  ['Flash Flood Warning', 'Move to higher ground now.', 'move to higher ground now'],
  ['Severe Thunderstorm Warning', 'For your protection, go inside.', 'for your protection, go inside'],
  ['Dust Storm Warning', '', 'slow down or stay off the road'],
])('a %s has its action', (event, instruction, action) => {
  expect(strip({ event, instruction, counties })).toBe(`${event} for Pulaski County . If you are there: ${action}.`);
});

it('gives the reason, then the action', () => {
  const outage = {
    event: 'Civil Emergency Message',
    desc: 'The emergency number 911 is out of service in parts of the state.',
    instruction: 'Call your local police or fire department directly.',
    counties: [],
  };
  const sentences = '911 is down in parts of Arkansas. Call your local police or fire department directly.';
  expect(strip(outage)).toBe(`Civil Emergency Message for Arkansas . ${sentences}`);
  const html = warningStripHtml(warning(outage), spanish);
  for (const sentence of sentences.split(/(?<=\.) /)) expect(html).toContain(`<span lang="en">${sentence}</span>`);
});

it.each([
  ['Flash Flood Warning', 'Move to higher ground.', null, 'evite áreas inundadas'],
  ['Extreme Wind Warning', 'TAKE SHELTER NOW!', null, 'take shelter now'],
  [
    'Severe Thunderstorm Warning',
    'Go inside.',
    'SNM: AVISO DE TRONADA SEVERA hasta las 3:30 PM. Entre en un edificio seguro. Peligro.',
    'entre en un edificio seguro',
  ],
])('a %s has its action in Spanish, never a translation of ours', (event, instruction, text, action) => {
  const html = warningStripHtml(warning({ event, instruction, spanish_text: text, counties }), spanish);
  expect(extractText(html)).toContain(
    `Si usted está allí: ${action} .`.replace(' .', action === 'take shelter now' ? ' .' : '.'),
  );
  expect(html.includes(`<span lang="en">${action}</span>`)).toBe(action === 'take shelter now');
});

it('names several counties and the whole state', () => {
  const many = ['05119', '05045', '05085', '05007', '05001'];
  expect(strip({ counties: many })).toContain('Warning for Arkansas, Benton, Faulkner and 2 more counties');
  expect(strip({ counties: many }, spanish)).toContain('para los condados de Arkansas, Benton, Faulkner y 2 más');
  expect(strip({ counties: ['05119', '05045'] }, spanish)).toContain('para los condados de Faulkner y Pulaski');
  expect(strip({ counties: [], statewide: true }, spanish)).toContain('para todo Arkansas');
});
