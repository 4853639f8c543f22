import { escapeXml, xmlCharacters } from './escape-xml.js';

it('escapes markup characters', () => {
  expect(escapeXml(`<a href="x" title='y'>&</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
  );
});

it.each([
  ['NUL', 'a\u0000b', 'ab'],
  ['control characters', '\u0001\u0008\u000b\u000c\u001fa', 'a'],
  ['lone surrogates', '\ud800a\udfff', 'a'],
  ['noncharacters', '\ufffea\uffff', 'a'],
])('removes %s, which XML does not allow', (_what, text, left) => {
  expect(escapeXml(text)).toBe(left);
});

it('keeps line breaks, tabs and characters of every plane', () => {
  for (const text of ['a\tb\r\nc', '🌪️ Tornado', '\u0085\ufffd']) expect(xmlCharacters(text)).toBe(text);
});
