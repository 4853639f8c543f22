import { screen, waitFor } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';

/** Files as chosen by a visitor, with the bytes of a real picture. */

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const png = bytesOf(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAMAAABFaP0WAAAAA1BMVEUziKpEDj6mAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAC0lEQVQImWNgAAEAAAYAAeaH/n8AAAAASUVORK5CYII=',
);
const jpeg = bytesOf(
  `/9j/2wBDAP${'/'.repeat(86)}2wBDAf${'/'.repeat(86)}wAARCAACAAIDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAB/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AAEP/2Q==`,
);

const webp = bytesOf('UklGRh4AAABXRUJQVlA4TBEAAAAvAUAAAAdQxM5Utf+BiOh/AAA=');

export const webpFile = (name = 'picture.webp') => new File([webp], name, { type: 'image/webp' });
export const pngFile = (name = 'picture.png') => new File([png], name, { type: 'image/png' });
export const jpegFile = (name = 'storm.jpg', type = 'image/jpeg') => new File([jpeg], name, { type });

/** @param size in bytes */
export function svgFile(name = 'logo.svg', size = 100): File {
  const start = '<svg xmlns="http://www.w3.org/2000/svg">';
  const end = '</svg>';
  return new File([start.padEnd(size - end.length), end], name, { type: 'image/svg+xml' });
}

export function ofSize(file: File, size: number): File {
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

/** Waits until the file has been checked and prepared. */
export async function selectImage(
  user: Pick<ReturnType<typeof userEvent.setup>, 'upload'>,
  input: HTMLElement,
  file: File,
): Promise<void> {
  await user.upload(input, file);
  await waitFor(() => expect(screen.queryByText(/^Preparing /)).not.toBeInTheDocument());
}
