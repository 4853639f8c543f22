import { siteName } from '@site/regions/state';
import { safetySentences } from './spanish.js';

/** Runs for the chosen state: `STATE=OK npm test -- another-state`. */

it('names the site as the source of its own Spanish texts', () => {
  const sources = new Set(safetySentences.map(({ source }) => source));
  expect(sources).toContain(siteName);
});
