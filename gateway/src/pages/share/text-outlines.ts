/** Text as outlines in the site's typeface, because containers lack system fonts. Lengths are in pixels. */
import { firstCharacters } from '@site/domain/truncate';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font, Glyph } from 'opentype.js';
import type * as OpenType from 'opentype.js';

const require = createRequire(import.meta.url);

export type Weight = 500 | 800;

/** Characters missing from the first subset are taken from the second. */
const subsets = ['latin', 'latin-ext'] as const;

interface PlacedGlyph {
  glyph: Glyph;
  font: Font;
  x: number;
}

const ellipsis = '…';

export class Letters {
  private constructor(private readonly fonts: Readonly<Record<Weight, readonly Font[]>>) {}

  /** Loads the typeface and parser lazily. */
  static async load(): Promise<Letters> {
    const { parse } = require('opentype.js') as typeof OpenType;
    const read = async (weight: Weight) =>
      Promise.all(
        subsets.map(async (subset) => {
          const path = require.resolve(`@fontsource/public-sans/files/public-sans-${subset}-${weight}-normal.woff`);
          const bytes = await readFile(path);
          return parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
        }),
      );
    const [medium, heavy] = await Promise.all([read(500), read(800)]);
    return new Letters({ 500: medium, 800: heavy });
  }

  /** Drops characters missing from the typeface, such as emoji. */
  private layOut(text: string, size: number, weight: Weight): { glyphs: PlacedGlyph[]; width: number } {
    const glyphs: PlacedGlyph[] = [];
    let x = 0;
    let before: PlacedGlyph | undefined;
    for (const character of text) {
      const font = this.fonts[weight].find((each) => each.charToGlyphIndex(character) > 0);
      if (!font) continue;
      const glyph = font.charToGlyph(character);
      const scale = size / font.unitsPerEm;
      if (before && before.font === font) x += font.getKerningValue(before.glyph, glyph) * scale;
      before = { glyph, font, x };
      glyphs.push(before);
      x += (glyph.advanceWidth ?? 0) * scale;
    }
    return { glyphs, width: x };
  }

  width = (text: string, size: number, weight: Weight): number => this.layOut(text, size, weight).width;

  /** @param y its baseline */
  path(text: string, at: { x: number; y: number }, size: number, weight: Weight): string {
    return this.layOut(text, size, weight)
      .glyphs.map(({ glyph, font, x }) => glyph.getPath(at.x + x, at.y, size, {}, font).toPathData(1))
      .join('');
  }

  private drawable(text: string): string {
    const drawableCharacters = [...text.replace(/\s+/g, ' ')].filter((character) =>
      this.fonts[800].some((font) => font.charToGlyphIndex(character) > 0),
    );
    return drawableCharacters.join('').replace(/ +/g, ' ').trim();
  }

  private cut(line: string, size: number, weight: Weight, maxWidth: number): string {
    if (this.width(line, size, weight) <= maxWidth) return line;
    const characters = [...line];
    let fits = 0;
    let tooMany = characters.length;
    const upTo = (count: number) => characters.slice(0, count).join('').trimEnd() + ellipsis;
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2);
      if (this.width(upTo(middle), size, weight) <= maxWidth) fits = middle;
      else tooMany = middle;
    }
    return upTo(fits);
  }

  /** Wraps text; the last line ends with an ellipsis if the text is cut. */
  lines(text: string, size: number, weight: Weight, maxWidth: number, maxLines: number): string[] {
    const lines: string[] = [];
    // Longer than the text in any picture.
    let tokens = this.drawable(firstCharacters(text, 1_000)).split(' ').filter(Boolean);
    while (tokens.length > 0 && lines.length < maxLines) {
      const isLast = lines.length === maxLines - 1;
      let count = 1;
      while (count < tokens.length && this.width(tokens.slice(0, count + 1).join(' '), size, weight) <= maxWidth)
        count += 1;
      const rest = (isLast ? tokens : tokens.slice(0, count)).join(' ');
      lines.push(this.cut(rest, size, weight, maxWidth));
      tokens = isLast ? [] : tokens.slice(count);
    }
    return lines;
  }
}
