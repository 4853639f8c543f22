/** Parses an XMPP client's stream as far as the simulated server needs: complete elements below the root. */

export interface Stanza {
  name: string;
  attributes: Record<string, string>;
  /** Unparsed. */
  xml: string;
}

export type Scanned = { kind: 'open' } | { kind: 'close' } | ({ kind: 'stanza' } & Stanza);

const tag = /<\?[^>]*\?>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const attributesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(attribute)].map(([, name = '', double, single]) => [name, double ?? single ?? '']),
  );

export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');

/** Returns the text of the first element `name`, if there is one. */
export const textOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}\\b[^>]*>([^<]*)</${name}>`).exec(xml)?.[1];

/** Splits a stream into complete elements as its chunks arrive. */
export class StanzaScanner {
  private buffer = '';
  /** 1 is the stream's root. */
  private depth = 0;
  private begun: { at: number; name: string; attributes: Record<string, string> } | undefined;
  private position = 0;

  /** Accepts chunks that may end anywhere. */
  feed(chunk: string): Scanned[] {
    this.buffer += chunk;
    const found: Scanned[] = [];
    tag.lastIndex = this.position;
    for (let match = tag.exec(this.buffer); match; match = tag.exec(this.buffer)) {
      this.position = tag.lastIndex;
      const [, closes, name, attributes = '', closesItself] = match;
      if (!name) continue;
      const item = this.take({
        at: match.index,
        name,
        attributes,
        closes: closes === '/',
        isEmpty: closesItself === '/',
      });
      if (item) found.push(item);
      tag.lastIndex = this.position;
    }
    return found;
  }

  private take(seen: {
    at: number;
    name: string;
    attributes: string;
    closes: boolean;
    isEmpty: boolean;
  }): Scanned | undefined {
    const { at, name, closes, isEmpty } = seen;
    if (closes) {
      this.depth -= 1;
      if (this.depth === 0) return { kind: 'close' };
      return this.depth === 1 ? this.complete() : undefined;
    }
    if (this.depth === 0) {
      this.depth = 1;
      return { kind: 'open' };
    }
    if (this.depth === 1) this.begun = { at, name, attributes: attributesIn(seen.attributes) };
    if (!isEmpty) this.depth += 1;
    return isEmpty && this.depth === 1 ? this.complete() : undefined;
  }

  private complete(): Scanned | undefined {
    if (!this.begun) return undefined;
    const { at, name, attributes } = this.begun;
    const xml = this.buffer.slice(at, this.position);
    this.buffer = this.buffer.slice(this.position);
    this.position = 0;
    this.begun = undefined;
    return { kind: 'stanza', name, attributes, xml };
  }
}
