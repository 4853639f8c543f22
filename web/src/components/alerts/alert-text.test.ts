import { alertParagraphs, alertSummary } from './alert-text.js';

const bulletin = `TORLZK

At 251 PM CST, a tornado was near Mayflower,
moving northeast at 40 mph.

* WHAT...Flooding of low-lying areas.
* WHERE...Faulkner
County.`;

describe('a bulletin', () => {
  it('is joined into paragraphs with readable labels', () => {
    expect(alertParagraphs(bulletin)).toEqual([
      { text: 'At 251 PM CST, a tornado was near Mayflower, moving northeast at 40 mph.' },
      { label: 'What', text: 'Flooding of low-lying areas.' },
      { label: 'Where', text: 'Faulkner County.' },
    ]);
  });

  it('becomes a single line for the preview', () => {
    expect(alertSummary('One\ntwo.\n\n* WHAT...Hail.')).toBe('One two. What: Hail.');
  });
});
