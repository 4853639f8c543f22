import { parseProduct } from './parse-product.js';

const hwo = (...body: string[]) =>
  [
    '',
    '000',
    'FLUS44 KLZK 231000',
    'HWOLZK',
    '',
    'Hazardous Weather Outlook',
    'National Weather Service Little Rock AR',
    '400 AM CST Mon Nov 23 2026',
    '',
    ...body,
  ].join('\n');
const read = (...body: string[]) => parseProduct(hwo(...body), 'Hazardous Weather Outlook');
const one = (...body: string[]) => read('.DISCUSSION...', ...body)[0]?.paragraphs;

describe('headings', () => {
  it.each([
    ['.DAY ONE...Today and tonight.', 'Day One, today and tonight'],
    ['.DAYS TWO THROUGH SEVEN...Tuesday through Sunday.', 'Days Two Through Seven, Tuesday through Sunday'],
    ['.SPOTTER INFORMATION STATEMENT...', 'Spotter Information Statement'],
    ['.SHORT TERM /Tonight through Tuesday night/...', 'Short Term, tonight through Tuesday night'],
    ['.SHORT TERM /TONIGHT THROUGH TUESDAY/...', 'Short Term, tonight Through Tuesday'],
    ['.LONG TERM...(Wednesday through Sunday)', 'Long Term, Wednesday through Sunday'],
    ['.LONG TERM... /Wednesday through Sunday/', 'Long Term, Wednesday through Sunday'],
    ['.AVIATION /18Z TAFS/...', 'Aviation, 18Z TAFS'],
    ['.LZK WATCHES/WARNINGS/ADVISORIES...', 'LZK Watches/Warnings/Advisories'],
    ['.Fire Weather...', 'Fire Weather'],
  ])('"%s" is "%s"', (line, heading) => {
    expect(read(line, 'Text.')).toEqual([{ heading, paragraphs: ['Text.'] }]);
  });

  it('keep the text after them', () => {
    expect(read('.LZK WATCHES/WARNINGS/ADVISORIES...None.')).toEqual([
      { heading: 'LZK Watches/Warnings/Advisories', paragraphs: ['None.'] },
    ]);
  });

  it.each([
    '...SLIGHT RISK OF SEVERE STORMS TODAY...',
    '.50 inches of rain...more north.',
    '. A dot alone...',
    'text.MORE...',
  ])('are not recognized in "%s"', (line) => {
    expect(read(line)).toEqual([{ heading: '', paragraphs: [line] }]);
  });
});

describe('paragraphs', () => {
  it('are joined lines, however they were wrapped', () => {
    expect(
      one('', 'Thunderstorms are expected', 'this evening.  A few', 'may be severe.', '', 'Rain ends late.'),
    ).toEqual(['Thunderstorms are expected this evening. A few may be severe.', 'Rain ends late.']);
  });

  it('keep list items apart', () => {
    expect(one('Threats:', '- Hail to the size', '  of quarters.', '* Wind.', '1. First.', '2) Second.')).toEqual([
      'Threats:',
      '- Hail to the size of quarters.',
      '* Wind.',
      '1. First.',
      '2) Second.',
    ]);
  });

  it('keep emphasis and a section’s time apart', () => {
    expect(one('Issued at 225 PM CST Mon Nov 23 2026', '...SEVERE STORMS TODAY...', 'Storms form', 'at noon.')).toEqual(
      ['Issued at 225 PM CST Mon Nov 23 2026', '...SEVERE STORMS TODAY...', 'Storms form at noon.'],
    );
  });

  it('keep a table’s rows and columns', () => {
    const rows = ['Batesville AR     48  66 /  60  70', 'Little Rock AR    50  67 /  70  80'];

    expect(one('Temperatures and chances of rain', 'for the next two days:', '', ...rows)).toEqual([
      'Temperatures and chances of rain for the next two days:',
      ...rows,
    ]);
  });
});

describe('the envelope of a product', () => {
  it('is dropped: heading, area codes, end marks and author; area names stay', () => {
    const areas = [
      'ARZ004>008-014>017-024-',
      '025-241015-',
      'Marion-Baxter-',
      'St. Francis-',
      '400 AM CST Mon Nov 23 2026',
    ];

    expect(
      read(
        ...areas,
        '',
        'This outlook is for',
        'northern Arkansas.',
        '',
        '.DAY ONE...Today.',
        'Nothing.',
        '&&',
        '',
        'Visit us.',
        '',
        '$$',
        '',
        '57',
      ),
    ).toEqual([
      { heading: '', paragraphs: ['Marion, Baxter, St. Francis', 'This outlook is for northern Arkansas.'] },
      { heading: 'Day One, today', paragraphs: ['Nothing.'] },
      { heading: '', paragraphs: ['Visit us.'] },
    ]);
  });

  it('may have several parts, each with its areas', () => {
    const part = (zone: string, name: string) => [
      `${zone}-241015-`,
      `${name}-`,
      '',
      '.DAY ONE...Tonight.',
      `Rain in ${name}.`,
      '$$',
    ];

    expect(read(...part('ARZ004', 'Marion'), '', ...part('ARZ074', 'Ashley'))).toEqual([
      { heading: '', paragraphs: ['Marion'] },
      { heading: 'Day One, tonight', paragraphs: ['Rain in Marion.'] },
      { heading: '', paragraphs: ['Ashley'] },
      { heading: 'Day One, tonight', paragraphs: ['Rain in Ashley.'] },
    ]);
  });

  it('may be missing', () => {
    expect(parseProduct('Only words.', 'Area Forecast Discussion')).toEqual([
      { heading: '', paragraphs: ['Only words.'] },
    ]);
    expect(parseProduct('\n\n$$\n', 'Area Forecast Discussion')).toEqual([]);
  });
});

describe('a hostile text', () => {
  it('loses control characters only', () => {
    expect(one('a\u0000b\u001b[31m \u202egnorw\r', '<script>alert(1)</script>\ud800')).toEqual([
      'ab[31m gnorw <script>alert(1)</script>\ufffd',
    ]);
  });

  it('has at most 60 sections of 500 paragraphs without losing a word', () => {
    const many = read(
      ...Array.from({ length: 300 }, (_unused, index) => [`.PART X${index}...`, `Word${index}.`]).flat(),
    );
    expect(many).toHaveLength(60);
    expect(JSON.stringify(many)).toContain('Word299.');

    const long = one(...Array.from({ length: 3_000 }, (_unused, index) => [`Word${index}.`, '']).flat());
    expect(long).toHaveLength(500);
    expect(long?.at(-1)).toMatch(/Word2999\.$/);
  });

  it.each([
    ['one line', 'x'.repeat(100_000)],
    ['dots', '.'.repeat(100_000)],
    ['blanks', `.A${' '.repeat(99_000)}b`],
    ['slashes', `.A${'/'.repeat(50_000)}...${'('.repeat(49_000)}`],
    ['codes', 'ARZ001-'.repeat(14_000)],
    ['hyphens', `ARZ001-241015-\n${`${'a-'.repeat(30)}\n`.repeat(1_600)}`],
    ['lines', 'a\n'.repeat(50_000)],
  ])('of 100,000 characters is parsed quickly: %s', (_name, text) => {
    const begun = performance.now();
    parseProduct(text, 'Hazardous Weather Outlook');
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
