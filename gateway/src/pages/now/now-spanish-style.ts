import { styleSheet } from '../style-sheet.js';
import { style } from './now-style.js';

/** The Spanish pages also have a navigation, forms and tables. */
export const spanishStyle =
  style +
  styleSheet({
    nav: {
      display: 'flex',
      'flex-wrap': 'wrap',
      'column-gap': '1rem',
      'font-size': '.9375rem',
    },
    'nav a': {
      padding: '.5rem 0',
    },
    '[aria-current]': {
      color: 'var(--ink)',
      'font-weight': '700',
    },
    '.j': {
      position: 'absolute',
      left: '-99rem',
    },
    '.j:focus': {
      left: '1rem',
      top: '.25rem',
      padding: '.5rem 1rem',
      background: 'var(--surface)',
    },
    form: {
      display: 'flex',
      'flex-wrap': 'wrap',
      gap: '.5rem',
      margin: '.75rem 0',
    },
    label: {
      'flex-basis': '100%',
      'font-weight': '600',
    },
    'input,select,button': {
      font: 'inherit',
      color: 'inherit',
      background: 'var(--surface)',
      border: '1px solid var(--soft)',
      'border-radius': '.5rem',
      'min-height': '2.75rem',
      padding: '.4rem .75rem',
      'min-width': '0',
    },
    'input,select': {
      flex: '1 1 12rem',
      'max-width': '24rem',
    },
    button: {
      'font-weight': '600',
    },
    ':focus-visible': {
      outline: '3px solid var(--link)',
      'outline-offset': '2px',
    },
    // Words stay whole; a table that is too wide scrolls.
    '.x': {
      'overflow-x': 'auto',
      background: 'var(--surface)',
      border: '1px solid var(--line)',
      'border-radius': '.75rem',
    },
    table: {
      width: '100%',
      'border-collapse': 'collapse',
      'overflow-wrap': 'normal',
      'font-variant-numeric': 'tabular-nums',
    },
    'th,td': {
      'text-align': 'left',
      padding: '.4rem .5rem',
      'border-top': '1px solid var(--line)',
      'font-weight': '400',
    },
    'thead th': {
      border: '0',
      'font-weight': '600',
      'vertical-align': 'bottom',
    },
    'tbody th': {
      'font-weight': '600',
      'white-space': 'nowrap',
    },
    '.g': {
      display: 'grid',
      'grid-template-columns': 'repeat(auto-fill,minmax(min(16rem,100%),1fr))',
      gap: '.5rem',
    },
    '.g .c': {
      margin: '0',
    },
    '.g h2': {
      'margin-top': '0',
    },
    '@media(max-width:30rem)': {
      table: {
        'font-size': '.8125rem',
      },
      'th,td': {
        padding: '.4rem .15rem',
      },
      'tr>:first-child': {
        'padding-left': '.4rem',
      },
      'tr>:last-child': {
        'padding-right': '.4rem',
      },
    },
    '@media print': {
      'nav,form,.j': {
        display: 'none',
      },
      '.x': {
        overflow: 'visible',
      },
      tr: {
        'break-inside': 'avoid',
      },
      'th,td': {
        padding: '.1rem .3rem',
      },
    },
  });
