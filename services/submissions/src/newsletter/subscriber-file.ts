import { readEmail } from '@site/domain/email-address';
import { canonicalLine } from '@site/domain/canonical-text';
import { maxLength } from '@site/proto/fields';
import { invalidField } from '@site/proto/grpc';
import { mostImportedRows, tooLargeImport } from '@site/proto/submissions/v1/newsletter.schema';
import { parse } from 'csv-parse/sync';

/** Reads the addresses of a CSV file, as exported by spreadsheets and other newsletter systems. */

export interface Problem {
  line: number;
  message: string;
}

export interface ImportedAddress {
  /** In canonical form; unique. */
  email: string;
  source: string;
  line: number;
}

const emailNames = /^(e-?mail|e-?mail[ _-]?address|address)$/i;
const sourceNames = /^(consent[ _-]?source|source|consent)$/i;

/** Longer than any row with an address, in characters. */
const longestRow = 10_000;

interface Row {
  cells: string[];
  /** The row's last line, from 1. */
  line: number;
}

/** Reads a file without mistakes, or else each line by itself, so that a bad one doesn't take others with it. */
function rowsOf(csv: string): { rows: Row[]; problems: Problem[] } {
  const lines = csv.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const delimiter = [',', ';', '\t'].reduce((best, one) =>
    (lines[0] ?? '').split(one).length > (lines[0] ?? '').split(best).length ? one : best,
  );
  const options = { delimiter, trim: true, max_record_size: longestRow, relax_column_count: true } as const;
  try {
    const read = parse(lines.join('\n'), {
      ...options,
      info: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return { rows: read.map(({ record, info }) => ({ cells: record, line: info.lines })), problems: [] };
  } catch {
    if (lines.filter(Boolean).length > mostImportedRows + 1) throw invalidField('csv', tooLargeImport);
  }
  const rows: Row[] = [];
  const problems: Problem[] = [];
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const line = index + 1;
    try {
      for (const cells of parse(text, options)) rows.push({ cells, line });
    } catch {
      problems.push({ line, message: 'This row couldn’t be read. Check its quotation marks.' });
    }
  }
  return { rows, problems };
}

/** @throws INVALID_ARGUMENT without a column of addresses, and for too many rows */
export function readSubscriberFile(csv: string, source: string): { addresses: ImportedAddress[]; problems: Problem[] } {
  const { rows, problems } = rowsOf(csv);
  const head = rows[0]?.cells ?? [];
  const named = head.findIndex((name) => emailNames.test(canonicalLine(name)));
  // A file without a header has addresses in its first column.
  const isHeaderless = named === -1 && readEmail(head[0] ?? '').email !== undefined;
  if (named === -1 && !isHeaderless) throw invalidField('csv', 'The first row must name a column “email”');
  const emailAt = isHeaderless ? 0 : named;
  const sourceAt = isHeaderless ? -1 : head.findIndex((name) => sourceNames.test(canonicalLine(name)));
  const body = isHeaderless ? rows : rows.slice(1);
  if (body.length > mostImportedRows) throw invalidField('csv', tooLargeImport);
  const firstLines = new Map<string, number>();
  const addresses: ImportedAddress[] = [];
  for (const { cells, line } of body) {
    const { email, fault } = readEmail(cells[emailAt] ?? '');
    const own = canonicalLine(cells[sourceAt] ?? '');
    const first = email === undefined ? undefined : firstLines.get(email);
    if (email === undefined) problems.push({ line, message: fault });
    else if (first !== undefined) problems.push({ line, message: `The same address as in row ${first}.` });
    else if ([...own].length > maxLength.title)
      problems.push({ line, message: `The source of the consent is longer than ${maxLength.title} characters.` });
    else {
      firstLines.set(email, line);
      addresses.push({ email, source: own || source, line });
    }
  }
  return { addresses, problems };
}
