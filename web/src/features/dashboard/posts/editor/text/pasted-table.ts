/** Turns pasted tables into tables that a post can have, without spanning cells or layout. */

/** Characters; longer cells are layout, such as newsletter columns. */
const maxCellLength = 500;
/** An empty cell can span a thousand columns. */
const maxCellSpan = 50;

const tableTag = /<(\/?)(table|caption|colgroup|col|tbody|thead|tfoot|tr|td|th)\b/gi;

/**
 * Renames table elements: parsers move or drop content that tables don't allow, and cells outside of one. HTML without
 * end tags is left unchanged, since only the table parser adds them.
 */
export function withFreeTables(html: string): string {
  const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
  const isComplete = ['table', 't[dh]', 'tr'].every(
    (tag) => count(new RegExp(`<${tag}\\b`, 'gi')) === count(new RegExp(`</${tag}\\b`, 'gi')),
  );
  return isComplete ? html.replace(tableTag, '<$1paste-$2') : html;
}

/** Returns an uppercase name, ignoring the renaming of tables. */
export const tagOf = ({ tagName }: Element) => tagName.toUpperCase().replace(/^PASTE-/, '');

/**
 * Returns the cells of a data row; undefined for a single column or a layout row.
 * @param begins the start column of each cell
 */
export function dataCells(row: Element, begins: readonly number[]): Element[] | undefined {
  const cells = [...row.children];
  return Math.max(cells.length - 1, ...begins) > 0 && cells.every(isData) ? cells : undefined;
}

const isCell = (element: Element) => /^T[DH]$/.test(tagOf(element));

const isData = (cell: Element) =>
  isCell(cell) &&
  cell.textContent.trim().length <= maxCellLength &&
  cell.querySelector('table, paste-table, paste-tr, ul, ol, menu, blockquote, pre, hr, h1, h2, h3, h4, h5, h6') ===
    null;

/** Returns the start columns of each row's cells, from 0: cells of earlier rows may span into it. */
export function columnsOf(table: Element): Map<Element, number[]> {
  /** Per column, the first free row, from 0. */
  const freeFrom: number[] = [];
  const rows = [...table.querySelectorAll('tr, paste-tr')];
  return new Map(
    rows.map((row, index) => {
      let column = 0;
      const begins = [...row.children].filter(isCell).map((cell) => {
        while ((freeFrom[column] ?? 0) > index) column += 1;
        const begin = column;
        const end = index + spanOf(cell, 'rowspan', rows.length);
        for (const last = column + spanOf(cell, 'colspan', maxCellSpan); column < last; column += 1)
          freeFrom[column] = end;
        return begin;
      });
      return [row, begins] as const;
    }),
  );
}

/** Clamps to 1…`maxSpan`; a rowspan of 0 extends to the end. */
function spanOf(cell: Element, attribute: 'rowspan' | 'colspan', maxSpan: number): number {
  const span = Number.parseInt(cell.getAttribute(attribute) ?? '1', 10);
  if (span === 0 && attribute === 'rowspan') return maxSpan;
  return span > 0 ? Math.min(span, maxSpan) : 1;
}

/** Removes empty rows and empty columns at the end, and adds cells to short rows. */
export function squareTable(table: Element) {
  const isEmpty = (part: Element) => part.textContent.trim() === '';
  for (const row of table.querySelectorAll('tr')) if (isEmpty(row)) row.remove();
  const rows = [...table.querySelectorAll('tr')];
  if (rows.length === 0) table.remove();
  const width = Math.max(...rows.map(({ children }) => [...children].findLastIndex((cell) => !isEmpty(cell)) + 1));
  for (const row of rows) {
    for (const cell of [...row.children].slice(width)) cell.remove();
    while (row.children.length < width) row.append(table.ownerDocument.createElement('td'));
  }
}
