import { usedStylesOf } from './used-styles.js';

const css = `/*! a library {} */@layer base,utilities;@font-face{font-family:A;src:url(/a.woff2)}
@layer base{*,:before{margin:0}h1{font-size:2em}}
@layer utilities{.flex{display:flex}.grid,.flex>.gap{gap:1px}.md\\:p-6{padding:6px}.\\32xl\\:m{margin:1px}
.w-1\\/2{width:50%}@media (min-width:48rem){.md\\:p-6{padding:8px}.unused{color:red}}@media (hover:hover){.unused:hover{color:red}}
.\\[\\&\\>svg\\]\\:size-4>svg{width:4px}.card:not(.flat){color:blue}.quote:before{content:"} .x {"}}
@media print{.flex{display:block}}:root[data-theme=dark]{color:#fff}`;
const used = usedStylesOf(css);

it.each([
  ['a class', '<p class="flex">', '.flex{display:flex}'],
  ['one of several selectors', '<p class="grid">', '@layer utilities{.grid{gap:1px}'],
  [
    'an escaped class, also for large windows',
    '<p class="a md:p-6">',
    '@media (min-width:48rem){.md\\:p-6{padding:8px}}',
  ],
  ['a class that starts with a digit', '<p class="2xl:m">', '.\\32xl\\:m{margin:1px}'],
  ['a class with a slash', '<p class="w-1/2">', '.w-1\\/2{width:50%}'],
  [
    'a class that is escaped in markup',
    '<p class="[&amp;&gt;svg]:size-4">',
    '.\\[\\&\\>svg\\]\\:size-4>svg{width:4px}',
  ],
  ['a class without another', '<p class="card">', '.card:not(.flat){color:blue}'],
  ['text that looks like a rule', '<p class="quote">', '.quote:before{content:"} .x {"}'],
])('keeps the rules of %s', (_case, markup, rule) => {
  expect(used(markup)).toContain(rule);
});

it('keeps rules without a class, in their order, and nothing else', () => {
  expect(used('<h1 class="other">')).toBe(
    '@layer base,utilities;@font-face{font-family:A;src:url(/a.woff2)}@layer base{*,:before{margin:0}h1{font-size:2em}}:root[data-theme=dark]{color:#fff}',
  );
});

it('keeps only style rules for markup after other used styles', () => {
  expect(used('<h1 class="flex">', { isContinued: true })).toBe(
    '@layer base{*,:before{margin:0}h1{font-size:2em}}@layer utilities{.flex{display:flex}}:root[data-theme=dark]{color:#fff}',
  );
});

it('keeps a rule only if the markup has all of its classes', () => {
  expect(used('<p class="flex">')).not.toContain('.gap');
  expect(used('<p class="flex"><b class="gap">')).toContain('.flex>.gap{gap:1px}');
});
