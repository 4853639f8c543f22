/** Reads text files of spreadsheet programs, which don't write UTF-8 unless asked to. */

function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.readAsArrayBuffer(file);
  });
}

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte);

/** By the byte-order mark; without one, by the zero bytes of Latin letters in UTF-16. */
function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  if (bytes.length > 1 && bytes[1] === 0) return 'utf-16le';
  if (bytes.length > 1 && bytes[0] === 0) return 'utf-16be';
  return 'utf-8';
}

/** Returns the text without a byte-order mark. Bytes that aren't UTF-8 are read as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns the file's text. @throws if it can't be read */
export const readTextFile = async (file: Blob): Promise<string> => decodeText(await bytesOf(file));
