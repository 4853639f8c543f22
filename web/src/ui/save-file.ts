/** By then the browser has read it. */
const keptForMs = 60_000;

/** Downloads a file that had to be fetched with the session's token. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptForMs);
}
