import { canonicalEmail, emailKey, emailQuery, maxEmailLength, readEmail } from './email-address.js';

describe('canonicalEmail', () => {
  it.each([
    ['capitals', 'Nora.SMITH@Example.COM'],
    ['white space around it', '\u00a0\t nora.smith@example.com\r\n\u3000'],
    [
      'zero-width space, soft hyphen, word joiner, byte order mark',
      '\ufeffno\u200bra.sm\u00adith@exa\u2060mple.com\u200b',
    ],
    ['direction marks, embeddings and isolates', '\u202anora.smith\u200e@\u2068example.com\u2069\u202c\u061c'],
    ['variation selectors and tags', 'nora\ufe0f.smith\u{e0061}@example\ufe01.com\u{e01ef}'],
    ['fillers and blanks', 'nora\u3164.smith\uffa0@example.com\u2800\u115f'],
    ['control characters', '\0nora\u0007.smith@exam\u0085ple.com\x7f'],
    ['joiners where none belong', 'nora\u200d.smith@exam\u200cple.com\u200d'],
    ['full-width letters and signs', 'ｎｏｒａ．ｓｍｉｔｈ＠ＥＸＡＭＰＬＥ．ｃｏｍ'],
    ['the small at sign and ideographic full stops', 'nora.smith﹫example。com'],
    ['mathematical letters', '𝐧𝐨𝐫𝐚.𝘀𝗺𝗶𝘁𝗵@example.com'],
    ['angle brackets', '<nora.smith@example.com>'],
    ['a link', 'MailTo:nora.smith@example.com'],
    ['quotes that nothing needs', '"nora.smith"@example.com'],
    ['the root of the DNS', 'nora.smith@example.com.'],
  ])('drops %s', (_what, typed) => expect(canonicalEmail(typed)).toBe('nora.smith@example.com'));

  it.each([
    ['o\ufb03ce@example.com', 'office@example.com'],
    ['ada@MÜNCHEN.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@mu\u0308nchen.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@XN--MNCHEN-3YA.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@faß.de', 'ada@xn--fa-hia.de'],
    ['用户@例え｡テスト', '用户@xn--r8jz45g.xn--zckzah'],
    ['rene\u0301@example.fr', 'ren\u00e9@example.fr'],
    ['ÅSA@example.se', 'åsa@example.se'],
    ["o'neil+storm_{1}@sub.example.co", "o'neil+storm_{1}@sub.example.co"],
    ['a..b.@docomo.example', 'a..b.@docomo.example'],
    // A joiner inside a Persian or Hindi word is part of its spelling.
    ['نامه\u200cای@نامه\u200cای.com', 'نامه\u200cای@xn--mgba3gch31f060k.com'],
    ['क्\u200dष@example.in', 'क्\u200dष@example.in'],
  ])('converts %s to %s, which is stable', (typed, canonical) => {
    expect(canonicalEmail(typed)).toBe(canonical);
    expect(canonicalEmail(canonical)).toBe(canonical);
  });

  it.each([
    '',
    '\u200b',
    '@',
    'nora',
    'nora@',
    '@example.com',
    'nora@example',
    'nora@.com',
    'nora@example..com',
    'nora@-example.com',
    'nora@exa_mple.com',
    'nora@xn--a.com',
    'nora@192.0.2.1',
    'nora@0x7f.1',
    'nora@[192.0.2.1]',
    'nora@[IPv6:::1]',
    'nora@example.com:25',
    'nora@example.com/x',
    'nora@example.com?subject=x',
    'nora@ex%61mple.com',
    'nora@example.com，evil.com',
    'nora＠evil.com@example.com',
    'nora@evil.com＠example.com',
    'nora@example：25.com',
    'nora@exam\u2024ple.com.',
    'ⓐda@example.com',
    'ada²@example.com',
    'ada\u2024b@example.com',
    'ada\u037a@example.com',
    'a,b@example.com',
    'Nora <nora@example.com>',
    'nora@example.com, ada@example.com',
    'nora \ud800@example.com',
    `nora@${'a'.repeat(64)}.com`,
    `nora@${'a.'.repeat(maxEmailLength / 2)}com`,
    `nora@example.com${'\u200b'.repeat(2_000)}`,
  ])('is undefined for %j', (typed) => expect(canonicalEmail(typed)).toBeUndefined());

  it('counts the canonical length, not the typed one', () => {
    const maxLength = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;
    expect(maxLength).toHaveLength(maxEmailLength);
    expect(canonicalEmail(`\u200b${maxLength}\u2060`)).toBe(maxLength);
    expect(canonicalEmail(`x${maxLength}`)).toBeUndefined();
    expect(canonicalEmail(maxLength.replace('.com', '.info'))).toBeUndefined();
  });
});

describe('a fault', () => {
  it.each([
    ['nora', 'Please enter a valid email address.'],
    ['nora smith@example.com', 'Please enter a valid email address. Remove the space (character 5).'],
    ['\u200b nora\u00a0smith@example.com', 'Please enter a valid email address. Remove the space (character 5).'],
    ['🌪\ufe0fnora,smith@example.com', 'Please enter a valid email address. Remove “,” (character 6).'],
    ['nora@smith@example.com', 'Please enter a valid email address. Remove “@” (character 11).'],
    ['ⓐda@example.com', 'Please enter a valid email address. Remove “ⓐ” (character 1).'],
    ['nora@example.com?x', 'Please enter a valid email address. Remove “?” (character 17).'],
    ['nora@example..com', 'Please enter a valid email address. Check the part after “@”.'],
    [`${'a'.repeat(243)}@example.com`, 'Please enter a valid email address. It is too long.'],
  ])('of %j says what to do: %s', (typed, error) => expect(readEmail(typed)).toEqual({ fault: error }));
});

describe('emailKey', () => {
  it('is the canonical form, or a distinct key for each text without one', () => {
    expect(emailKey(' ADA@MÜNCHEN.de')).toBe('ada@xn--mnchen-3ya.de');
    expect(emailKey(' Ada@my_\u200bhost.example')).toBe('ada@my_host.example');
    expect(emailKey('not an address')).toBe('not an address');
  });
});

describe('emailQuery', () => {
  it.each([
    ['Ada@MÜNCHEN.de', 'ada@xn--mnchen-3ya.de'],
    ['@münchen.de', '@xn--mnchen-3ya.de'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['hail in Conway', 'hail in Conway'],
    ['nora', 'nora'],
    ['@', '@'],
    ['%', '%'],
  ])('searches for %s as %s', (query, requested) => expect(emailQuery(query)).toBe(requested));
});
