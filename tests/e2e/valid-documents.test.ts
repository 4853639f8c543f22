import { expect, test } from '@playwright/test';
import { until } from '@site/platform/testing/until';
import { HtmlValidate, type ConfigData } from 'html-validate';
import { addressOfRoute, visitedRoutes } from '../support/public-addresses.js';
import { useSite } from '../support/site.js';

/** The documents that the server sends, before any script, against the HTML standard: about what the Nu checker finds. */

const config: ConfigData = {
  root: true,
  extends: ['html-validate:standard'],
  rules: {
    // React writes attributes and void elements in its own, equally valid way.
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-inline-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'attr-quotes': 'off',
    'no-raw-characters': 'off',
    'long-title': 'off',
    // Recommendations, which axe checks on the rendered pages.
    'prefer-native-element': 'off',
    'no-redundant-role': 'off',
    'aria-label-misuse': 'off',
    'tel-non-breaking': 'off',
    'require-sri': 'off',
    'no-implicit-button-type': 'off',
    'wcag/h30': 'off',
    'wcag/h32': 'off',
    'wcag/h37': 'off',
    'wcag/h63': 'off',
    'wcag/h67': 'off',
    'wcag/h71': 'off',
  },
};

const textPages = ['/now', '/now/pulaski', '/es', '/es/now', '/es/now/pulaski', '/es/county', '/es/county/pulaski'];
const otherPages = ['/es/alert', '/es/forecast', '/es/hourly', '/no-such-page', '/dashboard/login', '/subscription'];

test.describe('the documents', () => {
  const site = useSite({ environment: { RATE_LIMIT_SCALE: '1000' } });
  const validator = new HtmlValidate(config);

  for (const route of [...visitedRoutes, ...textPages, ...otherPages])
    test(`${route} is valid HTML`, async () => {
      const address = site.product.url + (await addressOfRoute(site.product.url, route));
      const isText = /^\/(now|es|subscription|dashboard)/.test(route);
      const html = await until('the markup', async () => {
        const text = await (await fetch(address)).text();
        return isText || text.includes('<!--rendered-->') ? text : undefined;
      });
      // Tables of text pages omit optional end tags (HTML standard, 13.1.2.4), which the validator reports.
      const checked = isText ? html.replace(/<table>.*?<\/table>/gs, '') : html;
      const { results } = await validator.validateString(checked);
      const faults = results.flatMap(({ messages }) =>
        messages
          // The second part of the styles follows the warning, which is 3 kB closer that way (record 30).
          .filter(({ message }) => !message.startsWith('<style> element is not permitted'))
          .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
      );
      expect(faults).toEqual([]);
    });
});
