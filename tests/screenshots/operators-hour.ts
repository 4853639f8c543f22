import { playAWarning } from '../support/newsletter-readers.js';
import { button, type Section, type Walkthrough } from './walkthrough.js';

async function seeTheSite({ page, product, capture }: Walkthrough) {
  await page.goto(product.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await capture(page, 'operators-home');
}

async function checkTheParts({ page, product, capture }: Walkthrough) {
  await page.goto(`${product.url}/dashboard/home`);
  const health = page.getByRole('region', { name: 'Health' });
  await button(health, 'Show details').waitFor();
  await capture(page);
  await button(health, 'Show details').click();
  await health.getByRole('list', { name: 'Providers' }).getByRole('listitem').first().waitFor();
  await health.scrollIntoViewIfNeeded();
  await capture(page, 'operators-health');
}

async function seeAWarningGoOut({ page, product, capture }: Walkthrough) {
  await playAWarning(product);
  await page.goto(`${product.url}/delivery`);
  await page.getByRole('table').first().waitFor();
  await capture(page, 'operators-delivery');
  await page.goto(`${product.url}/dashboard/notifications`);
  await page.getByRole('heading', { name: 'Warnings are being sent' }).waitFor();
  await page.getByText('Tornado Warning').first().waitFor();
  await capture(page, 'operators-notifications');
  await button(page, 'Pause sending').click();
  await capture(page);
  await page.keyboard.press('Escape');
}

/** Runs after the editors' hour, with the same user. */
export const operatorsHour: Section[] = [
  { section: 'Try it first', follow: seeTheSite },
  { section: 'Check its health', follow: checkTheParts },
  { section: 'Find out why a warning was late', follow: seeAWarningGoOut },
];
