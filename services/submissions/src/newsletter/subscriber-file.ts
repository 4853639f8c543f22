/** Reads the addresses of a CSV file, as exported by spreadsheets, other newsletter systems and this site. */
import type { ImportProblem } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { readEmail } from '@site/domain/email-address';
import { canonicalLine } from '@site/domain/canonical-text';
import { maxLength } from '@site/proto/fields';
import { invalidField } from '@site/proto/grpc';
import {
  frequencies,
  maxImportRows,
  tooLargeImport,
  type Frequency,
} from '@site/proto/submissions/v1/newsletter.schema';
import { parse } from 'csv-parse/sync';
import { statusReader, type ImportedStatus } from './imported-status.js';

export interface ImportedAddress {
  /** In canonical form; unique. */
  email: string;
  source: string;
  line: number;
  status: Exclude<ImportedStatus, 'unknown'>;
  /** Of our own export. */
  frequency: Frequency;
  signedUpAt?: string | undefined;
  confirmedAt?: string | undefined;
}

const emailNames = /^(subscriber |contact |primary )?e[ _-]?mail([ _-]?address(es)?)?$|^correo([ _-]electr[oó]nico)?$/i;
/** Of a file without one of those: beside an email, it is a street. */
const addressName = /^address$/i;
const sourceNames = /^(consent[ _-]?source|source|consent)$/i;

/** Longer than any row with an address, in characters. */
const maxRowLength = 10_000;
const delimiters = [',', ';', '\t', '|'];

interface Row {
  cells: string[];
  /** The row's last line, from 1. */
  line: number;
}

/** Excel's first line "sep=;" names the delimiter. */
const delimiterLine = /^"?sep=(.|\\t)"?\s*$/i;

const countOutsideQuotes = (line: string, delimiter: string) => line.replace(/"[^"]*"/g, '').split(delimiter).length;

/** A cell that our export kept from running as a formula. */
const withoutGuard = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '');

/** Reads a file without mistakes, or else each line by itself, so that a bad one doesn't take others with it. */
function rowsOf(csv: string): { rows: Row[]; problems: ImportProblem[] } {
  const lines = csv.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const named = delimiterLine.exec(lines[0] ?? '')?.[1];
  if (named !== undefined) lines[0] = '';
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const delimiter =
    named?.replace('\\t', '\t') ??
    delimiters.reduce((best, one) => (countOutsideQuotes(first, one) > countOutsideQuotes(first, best) ? one : best));
  const options = { delimiter, trim: true, max_record_size: maxRowLength, relax_column_count: true } as const;
  try {
    const read = parse(lines.join('\n'), {
      ...options,
      info: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return {
      rows: read.map(({ record, info }) => ({ cells: record.map(withoutGuard), line: info.lines })),
      problems: [],
    };
  } catch {
    if (lines.filter(Boolean).length > maxImportRows + 1) throw invalidField('csv', tooLargeImport);
  }
  const rows: Row[] = [];
  const problems: ImportProblem[] = [];
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const line = index + 1;
    try {
      for (const cells of parse(text, options)) rows.push({ cells: cells.map(withoutGuard), line });
    } catch {
      problems.push({ line, message: 'This row couldn’t be read. Check its quotation marks.' });
    }
  }
  return { rows, problems };
}

/** A file that was decoded as UTF-8 although it isn't: other clients than our dashboard. */
function rejectOtherEncodings(csv: string): void {
  if (csv.includes('\0') || csv.startsWith('\ufffd\ufffd'))
    throw invalidField('csv', 'The file is encoded in UTF-16. Save it as “CSV UTF-8” and import that file');
}

const timeIn = (text: string): string | undefined => {
  const at = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

/** More serious ones win when an address is listed twice. */
const isLeft = (status: ImportedStatus) => status !== 'reader' && status !== 'pending';

/** @throws INVALID_ARGUMENT without a column of addresses, and for too many rows */
export function readSubscriberFile(
  csv: string,
  source: string,
): { addresses: ImportedAddress[]; problems: ImportProblem[] } {
  rejectOtherEncodings(csv);
  const { rows, problems } = rowsOf(csv);
  const head = (rows[0]?.cells ?? []).map(canonicalLine);
  const columnNamed = (pattern: RegExp) => head.findIndex((name) => pattern.test(name));
  const named = columnNamed(emailNames) === -1 ? columnNamed(addressName) : columnNamed(emailNames);
  // A file without a header has addresses in its first column.
  const isHeaderless = named === -1 && readEmail(head[0] ?? '').email !== undefined;
  if (named === -1 && !isHeaderless) throw invalidField('csv', 'The first row must name a column “email”');
  const emailAt = isHeaderless ? 0 : named;
  const body = isHeaderless ? rows : rows.slice(1);
  if (body.length > maxImportRows) throw invalidField('csv', tooLargeImport);
  const names = isHeaderless ? [] : head;
  const statusOf = statusReader(
    names.map((name, at) => (at === emailAt ? '' : name)),
    body.map(({ cells }) => cells),
  );
  const cellOf = (cells: readonly string[], pattern: RegExp) =>
    canonicalLine(cells[names.findIndex((name) => pattern.test(name))] ?? '');
  const addresses = new Map<string, ImportedAddress>();
  for (const { cells, line } of body) {
    const { email, fault } = readEmail(cells[emailAt] ?? '');
    const sourceCell = cellOf(cells, sourceNames);
    const first = email === undefined ? undefined : addresses.get(email);
    const status = statusOf(cells);
    if (email === undefined) problems.push({ line, message: fault });
    else if (first !== undefined) {
      if (status !== 'unknown' && isLeft(status) && !isLeft(first.status)) first.status = status;
      else problems.push({ line, message: `The same address as in row ${first.line}.` });
    } else if ([...sourceCell].length > maxLength.title)
      problems.push({ line, message: `The source of the consent is longer than ${maxLength.title} characters.` });
    else if (status === 'unknown')
      problems.push({
        line,
        message: 'We don’t know this row’s status. Change it to “subscribed” or “unsubscribed”.',
      });
    else
      addresses.set(email, {
        email,
        source: sourceCell || source,
        line,
        status,
        frequency: frequencies.find((frequency) => frequency === cellOf(cells, /^frequency$/)) ?? 'all',
        signedUpAt: timeIn(cellOf(cells, /^signed_up_at$/)),
        confirmedAt: timeIn(cellOf(cells, /^confirmed_at$/)),
      });
  }
  return { addresses: [...addresses.values()], problems };
}
