import { render, screen } from '@testing-library/react';
import { LinkedText } from './linked-text.js';
import { textParts } from './text-links.js';

const mailTo = (address: string) => `mailto:${address}`;
const linksIn = (text: string) =>
  textParts(text, mailTo)
    .filter(({ href }) => href !== undefined)
    .map(({ text: words, href }) => [words, href]);

describe('addresses in a text', () => {
  it.each<[string, string, string]>([
    ['See https://example.com/a.', 'https://example.com/a', 'https://example.com/a'],
    ['See http://example.com, or not', 'http://example.com', 'http://example.com/'],
    ['(https://example.com/a)', 'https://example.com/a', 'https://example.com/a'],
    ['https://example.com/a_(b)', 'https://example.com/a_(b)', 'https://example.com/a_(b)'],
    ['(as in https://example.com/a_(b)).', 'https://example.com/a_(b)', 'https://example.com/a_(b)'],
    ['"https://example.com/?q=1&r=2#top"', 'https://example.com/?q=1&r=2#top', 'https://example.com/?q=1&r=2#top'],
    ['<https://example.com>', 'https://example.com', 'https://example.com/'],
    ['Really? www.weather.gov/lzk/!', 'www.weather.gov/lzk/', 'https://www.weather.gov/lzk/'],
    ['HTTPS://EXAMPLE.COM', 'HTTPS://EXAMPLE.COM', 'https://example.com/'],
    ['first\nhttps://example.com\nlast', 'https://example.com', 'https://example.com/'],
    ['https://münchen.example', 'https://münchen.example', 'https://xn--mnchen-3ya.example/'],
    ['Write to nora@example.com.', 'nora@example.com', 'mailto:nora@example.com'],
    ['<nora.b+sky@mail.example.com>', 'nora.b+sky@mail.example.com', 'mailto:nora.b+sky@mail.example.com'],
    ['(mailto:nora@example.com)', 'nora@example.com', 'mailto:nora@example.com'],
  ])('%j contains one', (text, words, href) => {
    expect(linksIn(text)).toEqual([[words, href]]);
    expect(
      textParts(text, mailTo)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it.each([
    'No address here.',
    'example.com without anything before it',
    'https:// alone',
    'www. alone',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com/a',
    'https://bank.example@evil.example/',
    'http://localhost/',
    'https://a.example,https://b.example',
    'xhttps://example.com',
    'someone@home',
    '@sky_watcher',
    'a@@example.com',
  ])('%j contains none', (text) => {
    expect(linksIn(text)).toEqual([]);
    expect(textParts(text, mailTo)).toEqual([{ text }]);
  });

  it('are all found', () => {
    expect(linksIn('https://a.example, www.b.example and c@d.example').map(([words]) => words)).toEqual([
      'https://a.example',
      'www.b.example',
      'c@d.example',
    ]);
  });

  it.each(['W', '(', ')', '@', 'a@', 'https://', 'www.', 'a.', '.,', 'https://a.b)'])(
    'are found in linear time in the longest text without spaces, %j',
    (repeated) => {
      const text = repeated.repeat(50_000 / repeated.length);
      expect(
        textParts(text, mailTo)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    },
  );
});

describe('a text with addresses', () => {
  it('opens web addresses in a new tab, and email addresses in the mail program', () => {
    render(<LinkedText text="See https://example.com/a, or write to nora@example.com." />);
    const link = screen.getByRole('link', { name: /^https:\/\/example\.com\/a/ });
    expect(link).toHaveAttribute('href', 'https://example.com/a');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getByRole('link', { name: 'nora@example.com' })).toHaveAttribute('href', 'mailto:nora%40example.com');
  });

  it("marks visitors' links as untrusted", () => {
    render(<LinkedText byVisitor text="https://example.com/a" />);
    expect(screen.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  });

  it('ignores markup', () => {
    render(<LinkedText text={'<b>bold</b> <a href="https://example.com">a</a>'} />);
    expect(screen.getByText(/<b>bold<\/b>/)).toBeVisible();
  });
});
