/** The browser has read it by then. */
const keptForMs = 60_000;

/** Offers a file that was fetched with the session's token, as a link to it would. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptForMs);
}
