import { styleSheet } from '../style-sheet.js';

/** Of every lightweight document: colors of both themes, text, cards. */
const baseStyle = styleSheet({
  ':root': {
    'color-scheme': 'light dark',
    '--canvas': '#f7f9fb',
    '--surface': '#fff',
    '--ink': '#141c26',
    '--soft': '#4a5666',
    '--line': '#d9e0e7',
    '--link': '#0a5ea8',
    '--severe': '#a3260f',
  },
  '@media(prefers-color-scheme:dark)': {
    ':root': {
      '--canvas': '#0e141b',
      '--surface': '#18212b',
      '--ink': '#eef3f8',
      '--soft': '#aebccb',
      '--line': '#33404e',
      '--link': '#7cc0ff',
      '--severe': '#ff9a80',
    },
  },
  '*': {
    'box-sizing': 'border-box',
  },
  body: {
    margin: '0',
    background: 'var(--canvas)',
    color: 'var(--ink)',
    font: '1.0625rem/1.5 system-ui,sans-serif',
    'overflow-wrap': 'anywhere',
  },
  'header,main,footer': {
    'max-width': '42rem',
    margin: '0 auto',
    padding: '.75rem 1rem',
  },
  a: {
    color: 'var(--link)',
  },
  h1: {
    'font-size': '1.5rem',
    'line-height': '1.2',
    margin: '.5rem 0',
  },
  h2: {
    'font-size': '1.15rem',
    margin: '1.5rem 0 .5rem',
  },
  h3: {
    'font-size': '1.15rem',
    margin: '0 0 .25rem',
  },
  p: {
    margin: '.25rem 0',
  },
  ul: {
    margin: '.25rem 0',
    'padding-left': '1.25rem',
  },
  '.c': {
    background: 'var(--surface)',
    border: '1px solid var(--line)',
    'border-radius': '.75rem',
    padding: '.75rem 1rem',
    margin: '.5rem 0',
  },
  '.s': {
    'border-left': '.4rem solid var(--severe)',
  },
  '.s h3': {
    color: 'var(--severe)',
  },
  '.e,.e a,.e h3,.e .o': {
    background: 'var(--severe)',
    color: 'var(--surface)',
  },
  '.b': {
    'font-size': '1.25rem',
    'font-weight': '700',
    'text-transform': 'uppercase',
  },
  '.o': {
    color: 'var(--soft)',
    'font-size': '.9375rem',
  },
  '.w': {
    'white-space': 'pre-line',
  },
  '.i': {
    background: 'var(--severe)',
    color: 'var(--surface)',
    'border-radius': '.75rem',
    padding: '.75rem 1rem',
    'font-size': '1.25rem',
    'font-weight': '700',
    'white-space': 'pre-line',
  },
  '.t': {
    'font-size': '2rem',
    'line-height': '1.2',
    'font-variant-numeric': 'tabular-nums',
  },
  '.l': {
    background: 'var(--severe)',
    color: 'var(--surface)',
    margin: '0',
    padding: '.5rem 1rem',
    'font-weight': '600',
  },
  '.l a': {
    color: 'inherit',
  },
});

/** Adds the event's map, the list of counties and print styles. */
export const style =
  baseStyle +
  styleSheet({
    '.m': {
      display: 'block',
      width: '100%',
      'max-height': '26rem',
      fill: 'var(--ink)',
      'font-size': '13px',
      background: 'var(--surface)',
    },
    '.m .k': {
      fill: 'none',
      stroke: 'var(--line)',
      'stroke-width': '1.5',
    },
    '.m .p': {
      fill: 'var(--severe)',
      'fill-opacity': '.15',
      stroke: 'var(--severe)',
      'stroke-width': '3',
    },
    '.m .a': {
      fill: 'none',
      stroke: 'var(--ink)',
      'stroke-width': '3',
      'stroke-dasharray': '7 5',
    },
    '.m text': {
      'paint-order': 'stroke',
      stroke: 'var(--surface)',
      'stroke-width': '3',
    },
    'ul.n': {
      columns: '9rem',
      padding: '0',
      'list-style': 'none',
    },
    'ul.n li': {
      'break-inside': 'avoid',
      padding: '.2rem 0',
    },
    'ul.n a': {
      display: 'inline-block',
      padding: '.2rem 0',
    },
    // Black on white in any theme, on one page.
    '@media print': {
      ':root': {
        'color-scheme': 'light',
        '--canvas': '#fff',
        '--surface': '#fff',
        '--ink': '#000',
        '--soft': '#333',
        '--line': '#999',
        '--link': '#000',
        '--severe': '#a3260f',
      },
      body: {
        'font-size': '10pt',
        'line-height': '1.3',
        'print-color-adjust': 'exact',
      },
      'header,main,footer': {
        'max-width': 'none',
        padding: '.2rem 0',
      },
      a: {
        'text-decoration': 'none',
      },
      '.c': {
        'break-inside': 'avoid',
      },
      'ul.n li,ul.n a': {
        padding: '0',
      },
    },
  });

/** Adds the smaller text of a document that other sites embed. */
export const widgetStyle =
  baseStyle +
  styleSheet({
    body: {
      'font-size': '1rem',
    },
    'main,footer': {
      'max-width': 'none',
      padding: '.25rem .75rem',
    },
    h1: {
      'font-size': '1.125rem',
    },
    h2: {
      'font-size': '1rem',
      margin: '.75rem 0 .25rem',
    },
    '.r': {
      columns: '12rem',
      'column-gap': '1.5rem',
    },
    '.r p': {
      'break-inside': 'avoid',
    },
  });
