import { screen, within } from '@testing-library/react';
import { buildContent } from '@/testing/builders.js';
import type { FakeRoutes } from '@/testing/fake-gateway.js';
import { collectLog } from '@/testing/collect-log.js';
import { renderApp } from '@/testing/render-app.js';
import { buildTextProduct } from '@/testing/storm-builders.js';

const routes: FakeRoutes = {
  'GET /main/home': { data: buildContent() },
  'GET /main/weather/products/LZK/hazards': () => ({
    data: buildTextProduct({ kind: 'hazards', title: 'Hazardous Weather Outlook', sections: [] }),
  }),
  'GET /main/weather/products/LZK/discussion': () => ({ data: buildTextProduct() }),
};
const renderOffice = (more: FakeRoutes = {}, path = '/discussion/LZK') =>
  renderApp(path, { routes: { ...routes, ...more } });
const discussion = async () => within(await screen.findByRole('region', { name: 'Forecast discussion' }));
const log = collectLog();

describe('the page of a forecast office', () => {
  it('has both texts with headings and paragraphs, issue times and the source', async () => {
    renderOffice();
    expect(await screen.findByRole('heading', { level: 1, name: 'Forecasters in Little Rock' })).toBeVisible();
    const part = await discussion();
    expect(await part.findByRole('heading', { level: 4, name: 'Short term' })).toBeVisible();
    expect(part.getByText('Storms follow it.').tagName).toBe('P');
    expect(part.getByText(/^Issued .*, 2 hours ago$/)).toBeVisible();
    expect(part.queryByRole('status')).not.toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 3, name: 'Hazardous Weather Outlook' })).toBeVisible();
    expect(screen.getByRole('link', { name: /^National Weather Service, Little Rock/ })).toHaveAttribute(
      'href',
      'https://www.weather.gov/lzk/',
    );
  });

  it('links only the counties that the office serves', async () => {
    renderOffice({}, '/discussion/jan');
    expect(await screen.findByRole('heading', { level: 1, name: 'Forecasters in Jackson' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ashley County' })).toHaveAttribute('href', '/county/ashley');
    expect(screen.getByRole('link', { name: 'Chicot County' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Pulaski County' })).not.toBeInTheDocument();
  });

  it("shows the office's text literally, including markup and very long words", async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const endless = 'x'.repeat(5_000);
    const sections = [{ heading: '<b>Bold</b>', paragraphs: [markup, endless] }];
    renderOffice({ 'GET /main/weather/products/LZK/discussion': { data: buildTextProduct({ sections }) } });
    const part = await discussion();
    expect(await part.findByText(markup)).toBeVisible();
    expect(part.getByText('<b>Bold</b>')).toBeVisible();
    expect(part.getByText(endless).closest('.wrap-anywhere')).not.toBeNull();
    expect(part.queryByRole('img')).not.toBeInTheDocument();
  });

  it.each([
    ['could not be renewed', { stale: true }, /^Last checked .*there may be a newer one/],
    ['is of yesterday', { issued_at: new Date(Date.now() - 25 * 3_600_000).toISOString() }, /more than a day old/],
    ['has a time that is none', { issued_at: 'noon' }, /more than a day old/],
  ])('says that a text %s', async (_case, changes, words) => {
    renderOffice({ 'GET /main/weather/products/LZK/discussion': () => ({ data: buildTextProduct(changes) }) });
    expect(await (await discussion()).findByText(words)).toBeVisible();
  });

  it('shows each text independently: one failed, one missing', async () => {
    renderOffice({
      'GET /main/weather/products/LZK/discussion': 'network failure',
      'GET /main/weather/products/LZK/hazards': { status: 404, body: { status: false, message: 'none' } },
    });
    const part = await discussion();
    expect(await part.findByText('We can’t show the text from the Little Rock office right now.')).toBeVisible();
    expect(await screen.findByText('The office in Little Rock has none right now.')).toBeVisible();
    expect(log).toContain("the forecast office's text failed");
  });

  it("doesn't exist for offices that don't serve Arkansas", async () => {
    renderOffice({}, '/discussion/OUN');
    expect(await screen.findByRole('heading', { level: 1, name: 'This page has drifted off the map' })).toBeVisible();
  });
});
