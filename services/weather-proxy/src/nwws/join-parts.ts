/**
 * Reassembles multi-part products (WMO Manual 386, BBB "Pxx"): PAA, PAB, …, and the last one PZx. Parts may arrive in
 * any order, repeatedly.
 */
import type { Heading } from './product-text.js';

/** Then incomplete products are dropped. */
const waitMs = 60_000;
const maxIncompleteProducts = 50;

interface Open {
  parts: Map<number, string>;
  last?: number;
  beganAt: number;
}

const letter = (text: string | undefined) => (text?.charCodeAt(0) ?? 0) - 'A'.charCodeAt(0);

/** Returns whether the heading is that of one part of several. */
export const isPart = ({ bbb }: Heading): boolean => /^P[A-Z]{2}$/.test(bbb);

/** Holds the parts of at most 50 incomplete products, for a minute each. */
export class ProductParts {
  private readonly open = new Map<string, Open>();

  /**
   * Returns the body once all parts have arrived; undefined until then, and for repetitions.
   * @param now by the monotonic clock, in milliseconds
   */
  add({ ttaaii, cccc, stamp, awipsId, bbb }: Heading, body: string, now: number): string | undefined {
    this.dropStale(now);
    const name = [ttaaii, cccc, stamp, awipsId].join(' ');
    const product = this.open.get(name) ?? { parts: new Map<number, string>(), beganAt: now };
    this.open.set(name, product);
    const isLast = bbb[1] === 'Z';
    const index = isLast ? letter(bbb[2]) : letter(bbb[1]) * 26 + letter(bbb[2]);
    if (isLast) product.last = index;
    if (!product.parts.has(index)) product.parts.set(index, body);
    if (product.last === undefined) return undefined;
    const bodies = Array.from({ length: product.last + 1 }, (_unused, part) => product.parts.get(part));
    const presentParts = bodies.filter((part) => part !== undefined);
    if (presentParts.length < bodies.length) return undefined;
    this.open.delete(name);
    return presentParts.join('\n');
  }

  private dropStale(now: number): void {
    for (const [name, { beganAt }] of this.open) if (now - beganAt > waitMs) this.open.delete(name);
    const [oldest] = this.open.keys();
    if (this.open.size >= maxIncompleteProducts && oldest !== undefined) this.open.delete(oldest);
  }
}
