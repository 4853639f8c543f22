import { phoneHref, formatPhone } from './phone.js';

describe('a phone number', () => {
  it.each([
    ['+15015550111', '(501) 555-0111', 'tel:+15015550111'],
    ['15015550111', '(501) 555-0111', 'tel:+15015550111'],
    ['5015550111', '(501) 555-0111', 'tel:+15015550111'],
    ['501-555-0111', '(501) 555-0111', 'tel:+15015550111'],
    ['+1 (501) 555.0111', '(501) 555-0111', 'tel:+15015550111'],
    ['+442079460018', '+442079460018', 'tel:+442079460018'],
    ['+49 30 901820', '+49 30 901820', 'tel:+4930901820'],
    ['1234567890', '1234567890', 'tel:1234567890'],
    ['911', '911', 'tel:911'],
  ])('%j is shown as %j and dials %j', (typed, text, href) => {
    expect(formatPhone(typed)).toBe(text);
    expect(phoneHref(typed)).toBe(href);
  });

  it.each(['ext. 12, after six', '', '12', '+', '1'.repeat(16), '501 555 0111 or 501 555 0112', 'javascript:alert(1)'])(
    '%j is shown as typed, without a link',
    (typed) => {
      expect(formatPhone(typed)).toBe(typed);
      expect(phoneHref(typed)).toBeUndefined();
    },
  );
});
