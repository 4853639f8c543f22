/** Rows of equal objects as a table of plain text: numbers to the right, the first row's names on top. */
export function table(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const text = (value) => (value === undefined || value === null ? '' : String(value));
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => text(row[name]).length)));
  const isNumber = names.map((name) => rows.every((row) => ['number', 'undefined'].includes(typeof row[name])));
  const line = (cells) =>
    cells
      .map((cell, index) => (isNumber[index] ? cell.padStart(widths[index]) : cell.padEnd(widths[index])))
      .join('  ')
      .trimEnd();
  return [
    line(names),
    line(widths.map((width) => '─'.repeat(width))),
    ...rows.map((row) => line(names.map((name) => text(row[name])))),
  ].join('\n');
}
