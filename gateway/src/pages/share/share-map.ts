/** Preview pictures as SVG. Letters are drawn as outlines, so no user text is ever parsed as markup. */
import { siteName } from '@site/regions/state';
import { shareSize } from '../share-address.js';
import type { Letters, Weight } from './text-outlines.js';

/** As `--alert-…` in the web application's styles.css. */
export type Tone = 'emergency' | 'extreme' | 'warning' | 'watch' | 'advisory' | 'statement';

interface Paint {
  ground: string;
  ink: string;
}

const tones: Readonly<Record<Tone, Paint>> = {
  emergency: { ground: '#7d0058', ink: '#ffffff' },
  extreme: { ground: '#97000f', ink: '#ffffff' },
  warning: { ground: '#bd2900', ink: '#ffffff' },
  watch: { ground: '#e7a032', ink: '#101c28' },
  advisory: { ground: '#7fbde0', ink: '#101c28' },
  statement: { ground: '#c7d2dc', ink: '#101c28' },
};
const calm: Paint = { ground: '#12324a', ink: '#ffffff' };
const over: Paint = { ground: '#3d4853', ink: '#ffffff' };

export type Sky = 'clear' | 'night' | 'cloudy' | 'rain' | 'storm' | 'snow';

const skies: Readonly<Record<Sky, readonly [top: string, bottom: string]>> = {
  clear: ['#0a4f92', '#3a8fd0'],
  night: ['#0b1526', '#2a3f63'],
  cloudy: ['#3d536a', '#71889d'],
  rain: ['#2b4054', '#56718a'],
  storm: ['#1d2733', '#4a5568'],
  snow: ['#4a6480', '#86a0b8'],
};

export type Subject =
  | {
      kind: 'home';
      place: string;
      /** "61°"; empty if unknown. */
      temperature: string;
      /** "16 °C"; empty if unknown. */
      metric: string;
      condition: string;
      sky: Sky;
      /** The worst alert and how many more, that there are none, or that they're unknown. */
      alerts: { text: string; tone: Tone | undefined };
    }
  | {
      kind: 'warning';
      event: string;
      badge: string;
      areas: string;
      when: string;
      tone: Tone;
      isOver: boolean;
      /** In a drawing of `mapSize`. */
      map?: { area: string; counties: string; height: number } | undefined;
    }
  | { kind: 'post'; title: string }
  | { kind: 'snapshot'; title: string; caption: string };

export const mapSize = { width: 380, maxHeight: 360 };

const { width, height } = shareSize;
const margin = 72;
const textWidth = width - 2 * margin;

interface TextStyle {
  size: number;
  weight: Weight;
  ink: string;
  lines?: number;
  maxWidth?: number;
  opacity?: number;
}

class Canvas {
  readonly parts: string[] = [];

  constructor(private readonly letters: Letters) {}

  /**
   * @param y the first baseline
   * @returns the last baseline; `y` without text
   */
  text(
    text: string,
    y: number,
    { size, weight, ink, lines = 1, maxWidth: availableWidth = textWidth, opacity = 1 }: TextStyle,
  ): number {
    const leading = size * 1.18;
    const written = this.letters.lines(text, size, weight, availableWidth, lines);
    for (const [index, line] of written.entries()) {
      const data = this.letters.path(line, { x: margin, y: y + index * leading }, size, weight);
      this.parts.push(`<path d="${data}" fill="${ink}" fill-opacity="${opacity}"/>`);
    }
    return y + Math.max(0, written.length - 1) * leading;
  }

  count = (text: string, { size, weight, lines = 1, maxWidth: availableWidth = textWidth }: TextStyle) =>
    this.letters.lines(text, size, weight, availableWidth, lines).length;

  rectangle(x: number, y: number, wide: number, high: number, fill: string, radius = 0): void {
    this.parts.push(`<rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="${radius}" fill="${fill}"/>`);
  }

  brand(ink: string): void {
    this.parts.push(
      `<g transform="translate(${margin} 44) scale(1.75)"><rect width="32" height="32" rx="8" fill="#12609f"/>` +
        '<rect x=".5" y=".5" width="31" height="31" rx="7.5" fill="none" stroke="#fff" stroke-opacity=".45"/>' +
        '<circle cx="21" cy="12" r="5" fill="#ffc65c"/>' +
        '<path d="M2 26 10 15.5l5 5.5 5.5-7L30 26a6 6 0 0 1-4 4H6a6 6 0 0 1-4-4Z" fill="#eaf3fa"/></g>',
    );
    const size = 32;
    const data = this.letters.path(siteName, { x: margin + 76, y: 83 }, size, 800);
    this.parts.push(`<path d="${data}" fill="${ink}"/>`);
  }

  sky(sky: Sky): void {
    const [top, bottom] = skies[sky];
    this.parts.push(
      `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>`,
    );
    this.rectangle(0, 0, width, height, 'url(#sky)');
    if (sky === 'clear') this.parts.push('<circle cx="1000" cy="190" r="92" fill="#ffc65c"/>');
    if (sky === 'night') this.parts.push('<circle cx="1000" cy="180" r="70" fill="#f3e9c9"/>');
    if (sky !== 'clear' && sky !== 'night')
      this.parts.push(
        '<g fill="#fff" fill-opacity=".28"><circle cx="930" cy="225" r="66"/><circle cx="1010" cy="185" r="92"/><circle cx="1095" cy="228" r="62"/><rect x="930" y="205" width="166" height="86" rx="43"/></g>',
      );
    // The ridges of the Ozarks, receding.
    this.parts.push(
      `<path d="M0 520C160 450 300 480 440 500S720 410 880 440s220 60 320 20V${height}H0Z" fill="#0f2a3d" fill-opacity=".35"/>`,
      `<path d="M0 575C200 520 360 560 560 560s360-80 640-30V${height}H0Z" fill="#0f2a3d" fill-opacity=".5"/>`,
    );
  }

  /** Darkens a photo for white letters. */
  shade(): void {
    this.parts.push(
      '<defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#05090f" stop-opacity=".6"/><stop offset=".25" stop-color="#05090f" stop-opacity=".05"/><stop offset=".45" stop-color="#05090f" stop-opacity=".15"/><stop offset="1" stop-color="#05090f" stop-opacity=".88"/></linearGradient></defs>',
    );
    this.rectangle(0, 0, width, height, 'url(#shade)');
  }
}

const white = '#ffffff';

function drawHome(canvas: Canvas, subject: Extract<Subject, { kind: 'home' }>): void {
  const { place, temperature, metric, condition, sky, alerts } = subject;
  canvas.sky(sky);
  canvas.brand(white);
  const band = 118;
  canvas.text(place, 190, { size: 50, weight: 500, ink: white, maxWidth: 760 });
  if (temperature) canvas.text(temperature, 372, { size: 190, weight: 800, ink: white, maxWidth: 760 });
  const caption = [metric, condition].filter(Boolean).join(' · ');
  canvas.text(caption, temperature ? 448 : 280, { size: 46, weight: 500, ink: white });
  const { ground, ink } = alerts.tone ? tones[alerts.tone] : calm;
  canvas.rectangle(0, height - band, width, band, ground);
  canvas.text(alerts.text, height - band / 2 + 16, { size: 46, weight: 800, ink });
}

function drawWarning(canvas: Canvas, subject: Extract<Subject, { kind: 'warning' }>): void {
  const { event, badge, areas, when, tone, isOver, map } = subject;
  const availableWidth = map ? textWidth - mapSize.width - 40 : textWidth;
  const { ground, ink } = isOver ? over : tones[tone];
  canvas.rectangle(0, 0, width, height, ground);
  canvas.brand(ink);
  let y = 190;
  const first = isOver ? 'This is over' : badge;
  if (first) y = canvas.text(first, y, { size: 40, weight: 800, ink, opacity: 0.9, maxWidth: availableWidth }) + 96;
  else y += 40;
  y =
    canvas.text(event, y, { size: map ? 72 : 88, weight: 800, ink, lines: map ? 3 : 2, maxWidth: availableWidth }) + 72;
  canvas.text(areas, y, { size: map ? 36 : 42, weight: 500, ink, lines: 2, maxWidth: availableWidth });
  if (map) {
    const top = 130 + (mapSize.maxHeight - map.height) / 2;
    // Clips the counties at its edges.
    canvas.parts.push(
      `<svg x="${width - margin - mapSize.width}" y="${top}" width="${mapSize.width}" height="${map.height}" fill="none" stroke="${ink}">` +
        `<path d="${map.counties}" stroke-opacity=".35" stroke-width="2"/>` +
        `<path d="${map.area}" stroke-width="6" stroke-linejoin="round" fill="${ink}" fill-opacity=".25"/></svg>`,
    );
  }
  canvas.rectangle(0, height - 100, width, 100, '#00000033');
  canvas.text(when, height - 36, { size: 42, weight: 800, ink });
}

function drawTitled(canvas: Canvas, title: string, caption: string, hasPhoto: boolean): void {
  if (!hasPhoto) canvas.sky('clear');
  canvas.shade();
  canvas.brand(white);
  const titleStyle: TextStyle = { size: 66, weight: 800, ink: white, lines: 3 };
  const captionStyle: TextStyle = { size: 38, weight: 500, ink: white, lines: 2 };
  const captionLines = caption ? canvas.count(caption, captionStyle) : 0;
  const bottom = height - 60;
  if (captionLines > 0) canvas.text(caption, bottom - (captionLines - 1) * captionStyle.size * 1.18, captionStyle);
  const titleBottom = captionLines > 0 ? bottom - captionLines * captionStyle.size * 1.18 - 18 : bottom;
  const lines = canvas.count(title, titleStyle);
  canvas.text(title, titleBottom - Math.max(0, lines - 1) * titleStyle.size * 1.18, titleStyle);
}

/** Draws a picture, or an overlay if there is a photo. */
export function draw(subject: Subject, letters: Letters, hasPhoto: boolean): string {
  const canvas = new Canvas(letters);
  if (subject.kind === 'home') drawHome(canvas, subject);
  else if (subject.kind === 'warning') drawWarning(canvas, subject);
  else drawTitled(canvas, subject.title, subject.kind === 'snapshot' ? subject.caption : '', hasPhoto);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${canvas.parts.join('')}</svg>`;
}
