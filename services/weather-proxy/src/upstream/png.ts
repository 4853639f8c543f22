/** Checks tiles and radar pictures before decoding. */

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The last chunk: no data, "IEND", its checksum (PNG specification, 11.2.5). */
const end = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
const widthAt = 16;
const heightAt = 20;

/** A complete PNG of this size in pixels. */
export function isPng(bytes: Buffer, { width, height }: { width: number; height: number }): boolean {
  return (
    bytes.length > heightAt + end.length &&
    bytes.subarray(0, signature.length).equals(signature) &&
    bytes.toString('latin1', 12, 16) === 'IHDR' &&
    bytes.readUInt32BE(widthAt) === width &&
    bytes.readUInt32BE(heightAt) === height &&
    bytes.subarray(-end.length).equals(end)
  );
}
