import type { Product } from '../../../../simulator/xmpp/products.js';

/** Simulates a bad connection: coded lines lose digits. */
export const garbled = (product: Product): Product => ({
  ...product,
  text: product.text.replace(/^(LAT\.\.\.LON|\/O\.).*$/gm, (line) => line.replaceAll('4', '#')),
});

/** Simulates a lost connection. */
export const cutOff = (product: Product, share = 0.6): Product => ({
  ...product,
  text: product.text.slice(0, Math.round(product.text.length * share)),
});

/** Splits a product into parts with the heading and a part code (WMO Manual 386): PAA, PAB, …, PZx. */
export function inParts(product: Product, parts: number): Product[] {
  const lines = product.text.split('\n');
  const headingAt = lines.findIndex((line) => line.startsWith(product.ttaaii));
  const top = lines.slice(0, headingAt + 2);
  const rest = lines.slice(headingAt + 2);
  const size = Math.ceil(rest.length / parts);
  return Array.from({ length: parts }, (_unused, index) => {
    const letter = String.fromCharCode('A'.charCodeAt(0) + index);
    const heading = top.map((line, at) =>
      at === headingAt ? `${line} P${index === parts - 1 ? 'Z' : 'A'}${letter}` : line,
    );
    return {
      ...product,
      id: `${product.id}${letter}`,
      text: [...heading, ...rest.slice(index * size, (index + 1) * size)].join('\n'),
    };
  });
}
