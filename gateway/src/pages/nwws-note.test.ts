import request from 'supertest';
import { until } from '../../../services/platform/testing/until.js';
import { anAlert, anAlertEvent, someAlerts } from '../testing/fake-messages.js';
import { setupGateway } from '../testing/given-gateway.js';
import { buildNowAlerts, page, warning, extractText } from '../testing/now-builders.js';

const note = 'Received directly from the weather service, before its public list was updated.';
const timesIn = (text: string) => text.split(note).length - 1;

describe("a county's page", () => {
  const textWith = (...alerts: Parameters<typeof warning>[0][]) =>
    extractText(page(buildNowAlerts({ alerts: alerts.map((changes) => warning(changes)) })));

  it('marks only the alert that it applies to', () => {
    const text = textWith({ from_nwws: true }, { id: 'urn:oid:2', event_key: 'B', event: 'Flood Advisory' });
    expect(text).toMatch(new RegExp(`Tornado Warning In effect now, until 3:30 PM ${note}`));
    expect(timesIn(text)).toBe(1);
    expect(timesIn(textWith({}))).toBe(0);
  });

  it('marks it also in a group of similar alerts, and in a line of the rest', () => {
    const floods = [1, 2, 3].map((number) => ({
      id: `urn:oid:${number}`,
      event_key: `F${number}`,
      event: 'Flood Warning',
      severity: 'Severe',
      desc: `* WHERE...River ${number}.`,
      ends: null,
      from_nwws: number === 2,
    }));
    expect(textWith(...floods)).toMatch(new RegExp(`River 2 : In effect now[^:]* ${note}`));
    const many = Array.from({ length: 10 }, (_, number) => ({
      id: `urn:oid:${number}`,
      event_key: `E${number}`,
      event: `Hazard ${number}`,
      from_nwws: true,
    }));
    expect(timesIn(textWith(...many))).toBe(10);
  });
});

describe('other places', () => {
  const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
  const get = (path: string) => request(provided.gateway.url).get(path).buffer(true);
  const key = 'KLZK.TO.W.0042.2026';

  it.each([false, true])("mark it when it's %s", async (fromNwws) => {
    provided.services.weather.handlers['weather.v1.AlertsService/ListAlerts'] = () =>
      someAlerts({ version: fromNwws ? 3 : 2, alerts: [anAlert({ fromNwws })] });
    provided.services.weather.handlers['weather.v1.AlertEventsService/GetAlertEvent'] = () =>
      anAlertEvent({}, { fromNwws });
    provided.services.weather.announce('alerts');
    await until('the list', async () => {
      const { body } = await get('/main/weather/alerts');
      return body.data.alerts[0]?.from_nwws === fromNwws;
    });
    const event = () => get(`/main/weather/event/${key}`);
    await until('the event', async () => (await event()).body.data.revisions[0].alerts[0].from_nwws === fromNwws);
    for (const path of ['/now/pulaski', `/now/alert/${key}`, '/alerts.atom', '/now/pulaski/alerts.atom'])
      await until(path, async () => timesIn((await get(path)).text) === Number(fromNwws));
  });
});
