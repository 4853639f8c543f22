/** A cell with more characters is text in columns, such as a newsletter's layout, not data. */
const longestCell = 500;
/** An empty cell can span a thousand columns; nobody needs as many tabs. */
const widestSpan = 50;

const tableTag = /<(\/?)(table|caption|colgroup|col|tbody|thead|tfoot|tr|td|th)\b/gi;

/**
 * Renames the elements of tables. Parsers move or drop what isn't allowed inside of a table, and drop cells outside of one. HTML
 * that leaves out end tags stays as it is, since only the parser for tables adds them.
 */
export function withFreeTables(html: string): string {
  const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
  const isComplete = ['table', 't[dh]', 'tr'].every(
    (tag) => count(new RegExp(`<${tag}\\b`, 'gi')) === count(new RegExp(`</${tag}\\b`, 'gi')),
  );
  return isComplete ? html.replace(tableTag, '<$1paste-$2') : html;
}

/** An element's name in capitals, as if tables hadn't been renamed. */
export const tagOf = ({ tagName }: Element) => tagName.toUpperCase().replace(/^PASTE-/, '');

/**
 * Returns the cells of a row of data; undefined for a row with a single column or whose cells hold a layout.
 * @param begins the columns in which the cells begin
 */
export function dataCells(row: Element, begins: readonly number[]): Element[] | undefined {
  const cells = [...row.children];
  return Math.max(cells.length - 1, ...begins) > 0 && cells.every(isData) ? cells : undefined;
}

const isCell = (element: Element) => /^T[DH]$/.test(tagOf(element));

const isData = (cell: Element) =>
  isCell(cell) &&
  cell.textContent.trim().length <= longestCell &&
  cell.querySelector('table, paste-table, paste-tr, ul, ol, menu, blockquote, pre, hr, h1, h2, h3, h4, h5, h6') ===
    null;

/** The columns, from 0, in which the cells of each row begin: cells of earlier rows may reach down into it. */
export function columnsOf(table: Element): Map<Element, number[]> {
  /** Of each column: the first row, from 0, that is free again. */
  const freeFrom: number[] = [];
  const rows = [...table.querySelectorAll('tr, paste-tr')];
  return new Map(
    rows.map((row, index) => {
      let column = 0;
      const begins = [...row.children].filter(isCell).map((cell) => {
        while ((freeFrom[column] ?? 0) > index) column += 1;
        const begin = column;
        const end = index + spanOf(cell, 'rowspan', rows.length);
        for (const last = column + spanOf(cell, 'colspan', widestSpan); column < last; column += 1)
          freeFrom[column] = end;
        return begin;
      });
      return [row, begins] as const;
    }),
  );
}

/** From 1 to `most`; a rowspan of 0 reaches to the end. */
function spanOf(cell: Element, attribute: 'rowspan' | 'colspan', most: number): number {
  const span = Number.parseInt(cell.getAttribute(attribute) ?? '1', 10);
  if (span === 0 && attribute === 'rowspan') return most;
  return span > 0 ? Math.min(span, most) : 1;
}
