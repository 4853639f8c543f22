/**
 * HEIF (ISO/IEC 23008-12): boxes of a length, a type and content. The box `meta` lists items, their properties (size,
 * coding, rotation and color) and where their bytes are; one is the primary image. HEIC is HEIF with HEVC inside, AVIF
 * with AV1. Everything else (depth, gain map, thumbnail, Exif, a Live Photo's film) is a separate item or track, which
 * the decoder never opens.
 */
import type { PixelLayout } from '../image-limits.js';
import { latin1, type ByteReader, type ImageStructure } from './byte-reader.js';

/** Of files with images (ISO/IEC 23008-12, annex B; AVIF 1.1). Some list `mif1` or `msf1` first. */
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const avifBrands = new Set(['avif', 'avis']);
const generalBrands = new Set(['mif1', 'mif2', 'msf1', 'miaf', 'MiHE', 'MiHB']);

/** Photos have a few kilobytes; iPhone photos with 100 tiles and depth maps about 20 kB. */
const maxMetaBytes = 512 * 1024;
const maxIccBytes = 256 * 1024;
/** At 512 × 512 pixels each, enough for 250 megapixels. */
const maxTiles = 1_024;

/** Of the primary image. */
export interface HeifColor {
  icc?: { position: number; length: number };
  /** H.273 color primaries, if there is no profile. */
  primaries?: number;
}

export type Heif = ImageStructure & { layout: PixelLayout & { format: 'heif' }; color: HeifColor };

/** Detects HEIC or AVIF by any brand in the first box. */
export function heifTypeOf(head: DataView): 'image/heic' | 'image/avif' | undefined {
  if (head.byteLength < 16 || latin1(head, 4, 4) !== 'ftyp') return undefined;
  const end = Math.min(head.getUint32(0), head.byteLength);
  const brands = [latin1(head, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(latin1(head, at, 4));
  if (brands.some((brand) => avifBrands.has(brand))) return 'image/avif';
  return brands.some((brand) => heicBrands.has(brand)) || generalBrands.has(brands[0] ?? '') ? 'image/heic' : undefined;
}

interface Box {
  type: string;
  /** Of the content. */
  start: number;
  end: number;
}

function boxesIn(view: DataView, start: number, end: number): Box[] | undefined {
  const boxes: Box[] = [];
  let at = start;
  while (at + 8 <= end) {
    const short = view.getUint32(at);
    const isLong = short === 1 && at + 16 <= end;
    const length = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? end - at : short;
    const head = isLong ? 16 : 8;
    if (length < head || at + length > end) return undefined;
    boxes.push({ type: latin1(view, at + 4, 4), start: at + head, end: at + length });
    at += length;
  }
  return boxes;
}

/** Returns the content and position of the top-level box `meta`; undefined when the file is truncated. */
async function readMeta(reader: ByteReader): Promise<{ meta: DataView; position: number } | undefined> {
  let found: { meta: DataView; position: number } | undefined;
  reader.position = 0;
  while (reader.position + 8 <= reader.size) {
    const position = reader.position;
    const head = await reader.read(8);
    if (!head) return undefined;
    const type = latin1(head, 4, 4);
    const short = head.getUint32(0);
    const long = short === 1 ? await reader.read(8) : undefined;
    const length = long ? Number(long.getBigUint64(0)) : short === 0 ? reader.size - position : short;
    const start = reader.position;
    const isComplete = length >= start - position && position + length <= reader.size;
    if (type === 'meta' && !found) {
      if (!isComplete || length > maxMetaBytes) return undefined;
      const meta = await reader.readAt(start, position + length - start);
      found = meta && { meta, position: start };
    }
    if (!isComplete) {
      // Data after the picture may not be boxes.
      return type === 'mdat' ? undefined : found;
    }
    reader.position = position + length;
  }
  return found;
}

/** A box's fields in order. */
class Fields {
  constructor(
    private readonly view: DataView,
    private at: number,
  ) {}

  /** Reads an unsigned number of 0, 1, 2, 4 or 8 bytes. */
  number(bytes: number): number {
    const at = this.at;
    this.at += bytes;
    if (bytes === 0) return 0;
    if (bytes === 1) return this.view.getUint8(at);
    if (bytes === 2) return this.view.getUint16(at);
    return bytes === 4 ? this.view.getUint32(at) : Number(this.view.getBigUint64(at));
  }

  code(): string {
    this.at += 4;
    return latin1(this.view, this.at - 4, 4);
  }

  /** Reads the head of a full box. */
  versionAndFlags(): { version: number; flags: number } {
    const word = this.number(4);
    return { version: word >>> 24, flags: word & 0xffffff };
  }
}

const one = (boxes: Box[] | undefined, type: string) => boxes?.find((box) => box.type === type);

/** Returns the item referenced by `pitm`. */
function primaryItem(meta: DataView, boxes: Box[]): number | undefined {
  const box = one(boxes, 'pitm');
  if (!box) return undefined;
  const fields = new Fields(meta, box.start);
  return fields.number(fields.versionAndFlags().version === 0 ? 2 : 4);
}

/** Returns the type of each item: `hvc1`, `av01`, `grid`, `Exif`, … */
function itemTypes(meta: DataView, boxes: Box[]): Map<number, string> {
  const types = new Map<number, string>();
  const list = one(boxes, 'iinf');
  if (!list) return types;
  const fields = new Fields(meta, list.start);
  const start = list.start + (fields.versionAndFlags().version === 0 ? 6 : 8);
  for (const entry of boxesIn(meta, start, list.end) ?? []) {
    const item = new Fields(meta, entry.start);
    const { version } = item.versionAndFlags();
    if (entry.type !== 'infe' || version < 2) continue;
    const id = item.number(version === 2 ? 2 : 4);
    item.number(2);
    types.set(id, item.code());
  }
  return types;
}

/** Items that `item` is derived from (`dimg`), in order. */
function sourcesOf(meta: DataView, boxes: Box[], item: number): number[] {
  const list = one(boxes, 'iref');
  if (!list) return [];
  const idBytes = new Fields(meta, list.start).versionAndFlags().version === 0 ? 2 : 4;
  for (const reference of boxesIn(meta, list.start + 4, list.end) ?? []) {
    const fields = new Fields(meta, reference.start);
    if (reference.type !== 'dimg' || fields.number(idBytes) !== item) continue;
    return Array.from({ length: Math.min(fields.number(2), maxTiles + 1) }, () => fields.number(idBytes));
  }
  return [];
}

function propertiesOf(meta: DataView, boxes: Box[]): Map<number, Box[]> {
  const properties = new Map<number, Box[]>();
  const container = one(boxes, 'iprp');
  const inside = container && boxesIn(meta, container.start, container.end);
  const store = one(inside, 'ipco');
  const all = store && boxesIn(meta, store.start, store.end);
  if (!inside || !all) return properties;
  for (const association of inside.filter(({ type }) => type === 'ipma')) {
    const fields = new Fields(meta, association.start);
    const { version, flags } = fields.versionAndFlags();
    for (let left = fields.number(4); left > 0; left -= 1) {
      const id = fields.number(version < 1 ? 2 : 4);
      const itemProperties = Array.from({ length: fields.number(1) }, () =>
        flags & 1 ? fields.number(2) & 0x7fff : fields.number(1) & 0x7f,
      ).flatMap((index) => all[index - 1] ?? []);
      const existing = properties.get(id);
      if (existing) existing.push(...itemProperties);
      else properties.set(id, itemProperties);
    }
  }
  return properties;
}

/** Returns whether all bytes of the items are in the file: a truncated download has only the header. */
function areComplete(meta: DataView, boxes: Box[], items: ReadonlySet<number>, size: number): boolean {
  const list = one(boxes, 'iloc');
  if (!list) return false;
  const data = one(boxes, 'idat');
  const fields = new Fields(meta, list.start);
  const { version } = fields.versionAndFlags();
  const sizes = fields.number(2);
  const offsetBytes = sizes >> 12;
  const lengthBytes = (sizes >> 8) & 15;
  const baseBytes = (sizes >> 4) & 15;
  const indexBytes = version > 0 ? sizes & 15 : 0;
  const found = new Set<number>();
  for (let left = fields.number(version < 2 ? 2 : 4); left > 0; left -= 1) {
    const id = fields.number(version < 2 ? 2 : 4);
    const method = version > 0 ? fields.number(2) & 15 : 0;
    fields.number(2);
    const base = fields.number(baseBytes);
    const end = method === 1 ? (data ? data.end - data.start : 0) : size;
    for (let extents = fields.number(2); extents > 0; extents -= 1) {
      fields.number(indexBytes);
      const offset = base + fields.number(offsetBytes);
      if (items.has(id) && offset + fields.number(lengthBytes) > end) return false;
      else if (!items.has(id)) fields.number(lengthBytes);
      found.add(id);
    }
  }
  return [...items].every((item) => found.has(item));
}

type Coding = Pick<PixelLayout & { format: 'heif' }, 'codec' | 'samplesPerPixel' | 'bytesPerSample'>;

/** Reads `hvcC` (ISO/IEC 14496-15, 8.3.3) or `av1C` (AV1 Codec ISO Media File Format Binding, 2.3). */
function codingOf(meta: DataView, { type, start }: Box): Coding {
  if (type === 'hvcC') {
    const samplesPerPixel = [1, 1.5, 2, 3][meta.getUint8(start + 16) & 3] ?? 3;
    return { codec: 'hevc', samplesPerPixel, bytesPerSample: (meta.getUint8(start + 17) & 7) > 0 ? 2 : 1 };
  }
  const flags = meta.getUint8(start + 2);
  const [isDeep, isGray, halfWidth, halfHeight] = [0x40, 0x10, 0x08, 0x04].map((flag) => (flags & flag) !== 0);
  const samplesPerPixel = isGray ? 1 : halfWidth ? (halfHeight ? 1.5 : 2) : 3;
  return { codec: 'av1', samplesPerPixel, bytesPerSample: isDeep ? 2 : 1 };
}

function colorOf(meta: DataView, position: number, properties: Box[]): HeifColor {
  const colors = properties.filter(({ type }) => type === 'colr');
  const ofType = (...types: string[]) => colors.find(({ start }) => types.includes(latin1(meta, start, 4)));
  const profile = ofType('prof', 'rICC');
  const length = profile ? profile.end - profile.start - 4 : 0;
  if (profile && length > 0 && length <= maxIccBytes)
    return { icc: { position: position + profile.start + 4, length } };
  const code = ofType('nclx');
  return code ? { primaries: meta.getUint16(code.start + 4) } : {};
}

function structureOf(meta: DataView, position: number, size: number): Heif | undefined {
  const boxes = boxesIn(meta, 4, meta.byteLength);
  const primary = boxes && primaryItem(meta, boxes);
  if (!boxes || primary === undefined) return undefined;
  const types = itemTypes(meta, boxes);
  const properties = propertiesOf(meta, boxes);
  const primaryProperties = properties.get(primary) ?? [];

  // Derived images (grid, identity, overlay) have their sources' coding.
  const kind = types.get(primary) ?? '';
  const isDerived = ['grid', 'iden', 'iovl'].includes(kind);
  const sources = sourcesOf(meta, boxes, primary);
  if (isDerived && (sources.length === 0 || sources.length > maxTiles)) return undefined;
  const coded = [...new Set(isDerived ? sources : [primary])];
  const codings = coded.flatMap((item) => {
    const box = properties.get(item)?.find(({ type }) => type === 'hvcC' || type === 'av1C');
    return box ? [codingOf(meta, box)] : [];
  });
  const [coding] = codings;
  if (!coding || codings.length !== coded.length) return undefined;
  if (!areComplete(meta, boxes, new Set([primary, ...coded]), size)) return undefined;

  const sizeOf = (item: number) => {
    const box = one(properties.get(item), 'ispe');
    return box ? { width: meta.getUint32(box.start + 4), height: meta.getUint32(box.start + 8) } : undefined;
  };
  const area = ({ width, height }: { width: number; height: number }) => width * height;
  const image = sizeOf(primary);
  if (!image || area(image) === 0) return undefined;
  // Sources are decoded as a whole, so one larger than the image counts.
  const maxSize = coded.flatMap((item) => sizeOf(item) ?? []).reduce((a, b) => (area(b) > area(a) ? b : a));
  const isTiled = kind === 'grid' && area(maxSize) * 4 <= area(image);
  const decoded = area(maxSize) > area(image) ? maxSize : image;
  return {
    layout: { format: 'heif', ...decoded, ...coding, isTiled },
    frames: 1,
    color: colorOf(meta, position, [...primaryProperties, ...(properties.get(coded[0] ?? primary) ?? [])]),
  };
}

/** Returns undefined when the header is broken, incomplete, or has no decodable image. */
export async function readHeif(reader: ByteReader): Promise<Heif | undefined> {
  const found = await readMeta(reader);
  if (!found) return undefined;
  try {
    return structureOf(found.meta, found.position, reader.size);
  } catch (error) {
    // A field extends beyond its box.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
