import { styleSheet } from '../style-sheet.js';

export const style = styleSheet({
  ':root': {
    'color-scheme': 'light dark',
    '--ground': '#f7f9fb',
    '--card': '#fff',
    '--text': '#141c26',
    '--quiet': '#4a5666',
    '--line': '#d9e0e7',
    '--edge': '#8896a5',
    '--link': '#0a5ea8',
    '--on': '#fff',
    '--bad': '#a3260f',
    '--good': '#1c6b3f',
  },
  '@media(prefers-color-scheme:dark)': {
    ':root': {
      '--ground': '#0e141b',
      '--card': '#18212b',
      '--text': '#eef3f8',
      '--quiet': '#aebccb',
      '--line': '#33404e',
      '--edge': '#75859a',
      '--link': '#7cc0ff',
      '--on': '#0e141b',
      '--bad': '#ff9a80',
      '--good': '#7fd6a4',
    },
  },
  '*': {
    'box-sizing': 'border-box',
  },
  body: {
    margin: '0',
    background: 'var(--ground)',
    color: 'var(--text)',
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
  'h2,legend': {
    'font-size': '1.15rem',
    'font-weight': '700',
    margin: '0 0 .25rem',
    padding: '0',
  },
  p: {
    margin: '.25rem 0 .5rem',
  },
  ul: {
    'list-style': 'none',
    margin: '.5rem 0',
    padding: '0',
  },
  '.c,fieldset': {
    background: 'var(--card)',
    border: '1px solid var(--line)',
    'border-radius': '.75rem',
    padding: '1rem',
    margin: '.75rem 0',
    'min-width': '0',
  },
  '.c>:last-child': {
    'margin-bottom': '0',
  },
  // Inside its card instead of across the border.
  legend: {
    float: 'left',
    width: '100%',
  },
  'legend+*': {
    clear: 'both',
  },
  '.o': {
    color: 'var(--quiet)',
    'font-size': '.9375rem',
  },
  '.bad': {
    'border-left': '.4rem solid var(--bad)',
  },
  '.good': {
    'border-left': '.4rem solid var(--good)',
  },
  // 44 px: the smallest target that a thumb hits reliably.
  label: {
    display: 'flex',
    gap: '.6rem',
    'align-items': 'center',
    'min-height': '2.75rem',
    padding: '.35rem 0',
  },
  'input[type=checkbox],input[type=radio]': {
    width: '1.35rem',
    height: '1.35rem',
    flex: 'none',
    'accent-color': 'var(--link)',
  },
  'select,input[type=time],button': {
    font: 'inherit',
    color: 'inherit',
    background: 'var(--card)',
    border: '1px solid var(--edge)',
    'border-radius': '.5rem',
    'min-height': '2.75rem',
    padding: '.4rem .9rem',
    'max-width': '100%',
  },
  button: {
    'font-weight': '600',
    cursor: 'pointer',
  },
  '.p': {
    background: 'var(--link)',
    color: 'var(--on)',
    'border-color': 'var(--link)',
  },
  '.d': {
    color: 'var(--bad)',
    'border-color': 'var(--bad)',
  },
  '.r': {
    display: 'flex',
    'flex-wrap': 'wrap',
    gap: '.5rem',
    'align-items': 'center',
  },
  '.r>span': {
    flex: '1 1 10rem',
  },
  li: {
    padding: '.2rem 0',
  },
  '.l': {
    background: 'var(--bad)',
    color: 'var(--card)',
    padding: '.5rem 1rem',
    'font-weight': '600',
  },
  '.l a': {
    color: 'inherit',
  },
  ':focus-visible': {
    outline: '3px solid var(--link)',
    'outline-offset': '2px',
  },
});
