import type { SafeHtml } from './rich-text-mail.js';

/** Values of `style` attributes: many mail programs ignore style sheets. */

/** Ends with a semicolon, so that further declarations can follow. */
const inlineStyle = (declarations: Readonly<Record<string, string>>): SafeHtml =>
  Object.entries(declarations)
    .map(([property, value]) => `${property}:${value};`)
    .join('') as SafeHtml;

export const ink = inlineStyle({
  margin: '0 0 16px',
  'font-size': '16px',
  'line-height': '25px',
  color: '#1a2733',
});
export const list = inlineStyle({
  margin: '0 0 16px',
  padding: '0 24px',
  'font-size': '16px',
  'line-height': '25px',
  color: '#1a2733',
});
export const quote = inlineStyle({
  margin: '0 0 16px',
  padding: '2px 16px 0',
  'border-left': '3px solid #cdd7e0',
});
export const image = inlineStyle({
  display: 'block',
  'max-width': '100%',
  height: 'auto',
  border: '0',
  'border-radius': '12px',
});
export const table = inlineStyle({
  'border-collapse': 'collapse',
  'font-size': '15px',
  'line-height': '22px',
  color: '#1a2733',
});
export const cell = inlineStyle({
  padding: '6px 10px',
  border: '1px solid #cdd7e0',
  'text-align': 'left',
  'vertical-align': 'top',
});
export const divider = inlineStyle({
  margin: '24px 0',
  border: '0',
  'border-top': '1px solid #cdd7e0',
});
export const small = inlineStyle({
  margin: '0 0 16px',
  'font-size': '13px',
  'line-height': '19px',
  color: '#52606d',
});
export const headings: Record<2 | 3, SafeHtml> = {
  2: inlineStyle({
    margin: '24px 0 8px',
    'font-size': '20px',
    'line-height': '27px',
    'font-weight': '700',
    color: '#1a2733',
  }),
  3: inlineStyle({
    margin: '20px 0 8px',
    'font-size': '17px',
    'line-height': '24px',
    'font-weight': '700',
    color: '#1a2733',
  }),
};
