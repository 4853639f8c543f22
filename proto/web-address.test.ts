import { normaliseSitePath, normaliseWebAddress, optionalWebAddress } from './web-address.js';

it.each([
  ['example.com', 'https://example.com/'],
  ['https://www.example.com/a', 'https://www.example.com/a'],
  ['http://example.com', 'http://example.com/'],
  ['HTTPS://Example.COM/Path?q=1#part', 'https://example.com/Path?q=1#part'],
  ['www.ozark-tires.example.co.uk/a/b', 'https://www.ozark-tires.example.co.uk/a/b'],
  ['example.com?x=1', 'https://example.com/?x=1'],
  ['bücher.example', 'https://xn--bcher-kva.example/'],
  ['пример.рф', 'https://xn--e1afmkfd.xn--p1ai/'],
  ['https://example.com/<script>"', 'https://example.com/%3Cscript%3E%22'],
])('reads %s as %s', (text, address) => expect(normaliseWebAddress(text)).toBe(address));

it.each([
  'example',
  'http://x.y1',
  'http://x.y',
  'localhost:8080',
  'http://localhost',
  'example.com:8080',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'JAVASCRIPT://example.com/%0aalert(1)',
  'data:text/html,<script>',
  'vbscript:x.com',
  'ftp://example.com',
  'mailto:sam@example.com',
  '//example.com',
  '/example.com',
  'https:example.com',
  'https:/example.com',
  'https://user@example.com',
  'https://user:secret@example.com',
  'example.com@evil.example',
  'https://example.com\\@evil.example',
  'https:\\\\example.com',
  'https://exa mple.com',
  'https://example.com/a b',
  'https://example.com\u0000',
  'https://example.com/\u202egnp.exe',
  'http://10.0.0.1',
  'http://0x7f.1',
  'http://2130706433',
  'http://[::1]',
  'http://169.254.169.254/latest',
  'https://.com',
  'https://example..com',
  'https://-example.com',
  'https://example.com.',
  `https://${'a'.repeat(64)}.com`,
  'https://\ud800.com',
])('refuses %j', (text) => expect(normaliseWebAddress(text)).toBeUndefined());

it('reads 100,000 characters of any kind without slowing down', () => {
  const startedAt = performance.now();
  for (const piece of ['a', 'a.', '-', 'a-', '.', '@', '%', 'http://', '\u200b'])
    normaliseWebAddress(piece.repeat(100_000 / piece.length));
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

it('may be empty or absent in a form, and is normalized', () => {
  const field = optionalWebAddress('URL');
  expect([undefined, '', '  ', ' example.com '].map((value) => field.parse(value))).toEqual([
    '',
    '',
    '',
    'https://example.com/',
  ]);
});

it.each([
  ['NUL', '\u0000', 'U+0000'],
  ['a control character', '\u001b', 'U+001B'],
  ['a line break', '\n', 'U+000A'],
  ['half a surrogate pair', '\ud83c', 'U+D83C'],
  ['a noncharacter', '\uffff', 'U+FFFF'],
])('names %s and its position', (_what, character, code) => {
  const field = optionalWebAddress('URL');
  for (const [address, position] of [
    [`https://example.com/a${character}b`, 22],
    [`  example.com/🌪️${character}b`, 17],
  ] as const) {
    const { error } = field.safeParse(address);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      `URL has an invisible character (${code}) at position ${position}. Remove it, or type the address`,
    ]);
  }
});

it('accepts white space that clipboards add around an address', () => {
  for (const typed of ['\u2068example.com\u2069', 'exam\u200bple.com', '\t example.com\r\n', '\ufeffexample.com'])
    expect(optionalWebAddress('URL').parse(typed)).toBe('https://example.com/');
});

it.each([
  ['/now', '/now'],
  ['/snapshots?id=1#top', '/snapshots?id=1#top'],
  ['/café', '/caf%C3%A9'],
  ['/a/../now', '/now'],
  ['/"<x>', '/%22%3Cx%3E'],
])('reads the path %s as %s', (text, path) => {
  expect(normaliseSitePath(text)).toBe(path);
  expect(normaliseSitePath(path)).toBe(path);
});

it.each([
  'now',
  '//evil.example',
  '/\\evil.example',
  '/a/..//evil.example',
  '/a b',
  '/a\u0000',
  '/a\u0001',
  '/\ud800',
  '',
])('rejects the path %j', (text) => expect(normaliseSitePath(text)).toBeUndefined());
