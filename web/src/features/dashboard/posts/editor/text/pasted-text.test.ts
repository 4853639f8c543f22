import { Editor } from '@tiptap/core';
import { extensions } from './extensions.js';
import { unwrapped } from './pasted-text.js';

/** jsdom has no ClipboardEvent. */
const pasteEvent = new Event('paste') as ClipboardEvent;

/** Returns the text of each paragraph. */
function pasted(text: string): string[] {
  const editor = new Editor({ element: document.createElement('div'), extensions, injectCSS: false });
  editor.view.pasteText(text, pasteEvent);
  return editor.state.doc.children.map(({ textContent }) => textContent);
}

const discussion = `
Area Forecast Discussion
National Weather Service Little Rock AR
203 AM CST Sun Nov 29 2026

...New SHORT TERM, LONG TERM, AVIATION...

.KEY MESSAGES...
Updated at 203 AM CST Sun Nov 29 2026

- A few severe storms are possible on Tuesday, mainly south of
  Interstate 40. Damaging winds and hail are the main threats, but
  a tornado can't be ruled out.

- Much colder air arrives on Wednesday.

&&

.SHORT TERM /Today through Monday night/...
Issued at 203 AM CST Sun Nov 29 2026

High pressure over the region moves east today.  Southerly winds
return, and highs reach the 60s. A weak front stalls near the Little
Rock metro on Monday, with isolated showers (20 percent) north of
Interstate 40.

Storms become more numerous overnight.

&&

.LONG TERM /Tuesday through Saturday/...
Models agree on a strong system that crosses the state on Tuesday.
Instability of 1,000 J/kg meets 50 knots of shear, so that all modes
of severe weather are possible.

&&

.PRELIMINARY POINT TEMPS/POPS...
Batesville AR     61  44  66  51 /   0  10  20  40
Camden AR         66  48  70  58 /   0   0  20  50

&&

.LZK WATCHES/WARNINGS/ADVISORIES...
None.

&&

$$

SHORT TERM...Jo Doe
8400 Northshore Drive
North Little Rock AR 72118
`;

const paragraphs = [
  'Area Forecast Discussion',
  'National Weather Service Little Rock AR',
  '203 AM CST Sun Nov 29 2026',
  '...New SHORT TERM, LONG TERM, AVIATION...',
  '.KEY MESSAGES...',
  'Updated at 203 AM CST Sun Nov 29 2026',
  "- A few severe storms are possible on Tuesday, mainly south of Interstate 40. Damaging winds and hail are the main threats, but a tornado can't be ruled out.",
  '- Much colder air arrives on Wednesday.',
  '&&',
  '.SHORT TERM /Today through Monday night/...',
  'Issued at 203 AM CST Sun Nov 29 2026',
  'High pressure over the region moves east today.  Southerly winds return, and highs reach the 60s. A weak front stalls near the Little Rock metro on Monday, with isolated showers (20 percent) north of Interstate 40.',
  'Storms become more numerous overnight.',
  '&&',
  '.LONG TERM /Tuesday through Saturday/...',
  'Models agree on a strong system that crosses the state on Tuesday. Instability of 1,000 J/kg meets 50 knots of shear, so that all modes of severe weather are possible.',
  '&&',
  '.PRELIMINARY POINT TEMPS/POPS...',
  'Batesville AR     61  44  66  51 /   0  10  20  40',
  'Camden AR         66  48  70  58 /   0   0  20  50',
  '&&',
  '.LZK WATCHES/WARNINGS/ADVISORIES...',
  'None.',
  '&&',
  '$$',
  'SHORT TERM...Jo Doe',
  '8400 Northshore Drive',
  'North Little Rock AR 72118',
];

describe('hard-wrapped text', () => {
  it('becomes one paragraph per block; list items, tables and addresses keep their lines', () => {
    expect(pasted(discussion)).toEqual(paragraphs);
  });

  it.each([
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['CR', (text: string) => text.replaceAll('\n', '\r')],
    ['trailing spaces', (text: string) => text.replaceAll('\n', '   \n')],
    ['several empty lines between blocks', (text: string) => text.replaceAll('\n\n', '\n \n\n\n')],
  ])('is read with %s', (_what, change) => expect(pasted(change(discussion))).toEqual(paragraphs));

  it('without empty lines ends a paragraph where the next word would have fit', () => {
    expect(
      pasted(
        'Strong to severe storms are possible on Tuesday afternoon, mainly in\n' +
          'the southern half of the state, where instability is greatest and\n' +
          'the shear is strong.\n' +
          'Rain continues on Wednesday in the north, with a few flurries over\n' +
          'the highest terrain of the Ozarks before it ends.\n',
      ),
    ).toEqual([
      'Strong to severe storms are possible on Tuesday afternoon, mainly in the southern half of the state, where instability is greatest and the shear is strong.',
      'Rain continues on Wednesday in the north, with a few flurries over the highest terrain of the Ozarks before it ends.',
    ]);
  });

  it.each(['*', '-', '•', '1.', '2)', '(3)'])(
    'keeps items that begin with %s, and joins what belongs to them',
    (mark) => {
      const next = mark.replace(/\d/, (digit) => String(Number(digit) + 1));
      expect(
        pasted(
          `${mark} WHAT...Heavy snow expected. Total snow accumulations of 4 to 8\n` +
            '  inches, and ice\n' +
            '  below one tenth of an inch.\n' +
            `${next} WHERE...Portions of central and northern Arkansas, and the counties\n` +
            'along the Missouri border.\n' +
            'Office: Little Rock',
        ),
      ).toEqual([
        `${mark} WHAT...Heavy snow expected. Total snow accumulations of 4 to 8 inches, and ice below one tenth of an inch.`,
        `${next} WHERE...Portions of central and northern Arkansas, and the counties along the Missouri border.`,
        'Office: Little Rock',
      ]);
    },
  );

  it('keeps items without a space after their dash', () => {
    expect(
      pasted(
        ' -Dry and mild conditions will continue through Monday, with above\n' +
          '  normal temperatures expected.\n' +
          ' -Colder air follows on Thursday.\n',
      ),
    ).toEqual([
      ' -Dry and mild conditions will continue through Monday, with above normal temperatures expected.',
      ' -Colder air follows on Thursday.',
    ]);
  });

  it('takes a number in a sentence for a number', () => {
    expect(
      pasted(
        'The strongest storms stay in the counties to the south of Interstate\n' +
          '40. North of it, showers and a few rumbles of thunder are all that we\n' +
          'expect through the evening.',
      ),
    ).toHaveLength(1);
  });

  it('is read in Spanish', () => {
    expect(
      pasted(
        'Se esperan tormentas fuertes el martes por la tarde en el sur de\n' +
          'Arkansas, con ráfagas dañinas, granizo y quizá algún tornado,\n' +
          'o más de uno. Lo mismo vale para el miércoles.\n' +
          '\n' +
          '• Prepare un plan con su familia y tenga más de una manera de recibir\n' +
          'avisos.\n' +
          '• Éste es un mensaje de prueba.\n',
      ),
    ).toEqual([
      'Se esperan tormentas fuertes el martes por la tarde en el sur de Arkansas, con ráfagas dañinas, granizo y quizá algún tornado, o más de uno. Lo mismo vale para el miércoles.',
      '• Prepare un plan con su familia y tenga más de una manera de recibir avisos.',
      '• Éste es un mensaje de prueba.',
    ]);
  });

  it('is read in capitals', () => {
    expect(
      pasted(
        'HIGH PRESSURE WILL MOVE EAST OF THE AREA TODAY AND SOUTHERLY WINDS\n' +
          'WILL RETURN TO ALL OF ARKANSAS. HIGHS WILL BE IN THE 60S.\n' +
          '\n' +
          'NATIONAL WEATHER SERVICE\n' +
          'NORTH LITTLE ROCK\n',
      ),
    ).toEqual([
      'HIGH PRESSURE WILL MOVE EAST OF THE AREA TODAY AND SOUTHERLY WINDS WILL RETURN TO ALL OF ARKANSAS. HIGHS WILL BE IN THE 60S.',
      'NATIONAL WEATHER SERVICE',
      'NORTH LITTLE ROCK',
    ]);
  });

  it('keeps an address whose first line is as long as the text is wide', () => {
    expect(
      pasted(
        'Please send reports of hail, wind damage and flooding to the office,\n' +
          'with the time and the place.\n' +
          '\n' +
          'National Weather Service Weather Forecast Office at the Little Rock\n' +
          '8400 Northshore Drive\n' +
          'North Little Rock, AR 72118\n',
      ).slice(1),
    ).toEqual([
      'National Weather Service Weather Forecast Office at the Little Rock',
      '8400 Northshore Drive',
      'North Little Rock, AR 72118',
    ]);
  });

  it.each([
    ['tabs', 'Place\tHigh\tLow\nLittle Rock\t91\t72'],
    [
      'gaps',
      'Little Rock    91   72   0.10 inches of rain until noon\nConway         90   70   0.35 inches of rain until noon',
    ],
  ])('keeps the rows of a table with %s', (_what, table) => {
    const wrapped =
      'The rain of this morning fell mostly over the north, where it filled\nthe creeks to their banks.\n\n';
    expect(pasted(wrapped + table).slice(1)).toEqual(table.split('\n'));
  });
});

describe('other text', () => {
  it.each([
    ['lines of a chat', 'Hail in Conway!\nHow large?\nGolf balls.'],
    [
      'paragraphs of a word processor',
      `${'A long paragraph of a document. '.repeat(8)}\nAnother one.\n${'More. '.repeat(40)}`,
    ],
    [
      'headlines',
      'Tornado warning for Pulaski County until 5 PM, office says again\n' +
        'Flash flood warning for Saline County until 7 PM, office says\n' +
        'Winter storm watch for the Ozarks on Wednesday and Thursday',
    ],
    ['a mail', 'Hello Jo,\n\nplease see the list below.\n\nBest\nAnn'],
    ['an address', 'National Weather Service\n8400 Northshore Drive\nNorth Little Rock, AR 72118'],
    [
      'addresses of pages',
      'https://www.weather.gov/lzk/a-very-long-address-of-a-page-about-hail\nhttps://www.weather.gov/lzk/x',
    ],
    ['nothing', ''],
  ])('is left as it is: %s', (_what, text) => {
    expect(unwrapped(text)).toBeUndefined();
    expect(pasted(text)).toEqual(text.split('\n').filter((line, index) => line !== '' || (text === '' && index === 0)));
  });
});
