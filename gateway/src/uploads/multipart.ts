/**
 * Parses a multipart form (RFC 7578) of known text fields and at most one file, in any order. The file goes to disk.
 * Parsing stops at the first fault.
 */
import { firstCharacters } from '@site/domain/truncate';
import type { IncomingMessage } from 'node:http';
import { imageLimits } from '@site/domain/images/image-limits';
import busboy from 'busboy';
import { badField, badInput, busy, tooLarge, wrongType } from '../edge/http-errors.js';
import { writeSpooled, type SpooledFile } from './spool.js';

const maxFileBytes = imageLimits.bytes;
/** File, fields and part headers. */
export const maxBodyBytes = 11 * 1024 * 1024;
const maxFieldNameLength = 64;

/** Minimum progress per window: a slower body couldn't arrive in five minutes. */
const defaultPace = { windowMs: 15_000, minBytes: 16 * 1024, maxUploadMs: 300_000 };
type Pace = typeof defaultPace;

export interface FormPlan {
  /** Includes the file's field if it may also be text. */
  fieldNames: ReadonlySet<string>;
  maxFieldBytes: number;
  fileField: string;
  path: string;
}

export interface ReceivedForm {
  texts: ReadonlyMap<string, string>;
  /** Absent without a file, or if the browser's file input is empty. */
  file?: SpooledFile & { name: string };
}

function createParser(request: IncomingMessage, plan: FormPlan): busboy.Busboy {
  if (!/^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw wrongType('This form must be sent as multipart/form-data.');
  }
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw wrongType('This form must be sent without Content-Encoding.');
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw fileTooLarge(plan.fileField);
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: {
        // One more than allowed, so that the error can name the second field.
        files: 2,
        fields: 12,
        parts: 14,
        fieldSize: plan.maxFieldBytes,
        // busboy reports the limit when it's reached, not when it's exceeded.
        fileSize: maxFileBytes + 1,
      },
    });
  } catch {
    throw unreadable();
  }
}

const unreadable = () => badInput('The form could not be read.');
export const fileTooLargeMessage = 'The file can be at most 10 MiB.';
const fileTooLarge = (field: string) => tooLarge(field, fileTooLargeMessage);

function checkName(name: unknown, isFile: boolean, plan: FormPlan, seen: Set<string>): asserts name is string {
  if (typeof name !== 'string' || name === '') throw unreadable();
  const safeName = firstCharacters(name, maxFieldNameLength);
  const mayBeText = plan.fieldNames.has(name);
  const mayBeFile = name === plan.fileField;
  if (!(mayBeText || mayBeFile) || name.length > maxFieldNameLength) throw badField(safeName, 'Unknown field');
  if (!(isFile ? mayBeFile : mayBeText))
    throw badField(name, isFile ? 'This field must be text' : 'This field must be a file');
  if (seen.has(name)) throw badField(name, 'This field was sent more than once');
  seen.add(name);
}

/**
 * When it rejects, all writes have ended.
 * @throws 400, 413 or 415 naming the field; 503 if the disk fails
 */
export async function readForm(
  request: IncomingMessage,
  plan: FormPlan,
  pace: Pace = defaultPace,
): Promise<ReceivedForm> {
  const parser = createParser(request, plan);
  const fields = new Map<string, string>();
  const seen = new Set<string>();
  let file: { name: string; spooling: Promise<SpooledFile> } | undefined;
  let stopWatching = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const attempt = (work: () => void) => {
        try {
          work();
        } catch (error) {
          reject(error instanceof Error ? error : unreadable());
        }
      };
      parser.on('field', (name: unknown, value: unknown, info) =>
        attempt(() => {
          checkName(name, false, plan, seen);
          if (info.valueTruncated) throw badField(name, 'This text is too long');
          if (typeof value !== 'string') throw badField(name, 'This text could not be read');
          fields.set(name, value);
        }),
      );
      parser.on('file', (name: unknown, stream, info) => {
        stream.on('error', () => undefined);
        attempt(() => {
          if (file && name === plan.fileField) throw badField(name, 'Only one file can be sent');
          checkName(name, true, plan, seen);
          stream.once('limit', () => reject(fileTooLarge(name)));
          const spooling = writeSpooled(stream, plan.path);
          file = { name: info.filename || '', spooling };
          spooling.catch(reject);
        });
      });
      parser.on('fieldsLimit', () => reject(badInput('The form has too many fields.')));
      parser.on('partsLimit', () => reject(badInput('The form has too many fields.')));
      parser.on('error', () => reject(unreadable()));
      parser.on('finish', resolve);

      stopWatching = watch(request, plan.fileField, pace, reject);
      request.pipe(parser);
    });
    const spooled = await file?.spooling;
    const hasFile = spooled && (spooled.sizeBytes > 0 || file?.name);
    return { texts: fields, ...(hasFile && { file: { ...spooled, name: file?.name ?? '' } }) };
  } catch (error) {
    request.unpipe(parser);
    parser.on('error', () => undefined);
    parser.destroy();
    await file?.spooling.catch(() => undefined);
    throw isDiskError(error) ? busy('We can’t accept uploads right now. Try again in a minute.', 10) : error;
  } finally {
    stopWatching();
  }
}

/** Fails if the body is too large or slow, or the client disconnects. @returns stops watching */
function watch(request: IncomingMessage, fileField: string, pace: Pace, fail: (reason: Error) => void): () => void {
  let received = 0;
  let receivedInWindow = 0;
  const stalled = () => fail(badInput('The upload stalled. Please send it again.'));
  const onData = (chunk: Buffer) => {
    received += chunk.length;
    receivedInWindow += chunk.length;
    if (received > maxBodyBytes) fail(fileTooLarge(fileField));
  };
  const onClose = () => {
    if (!request.complete) fail(badInput('The upload was interrupted. Please send it again.'));
  };
  const pacing = setInterval(() => {
    if (receivedInWindow < pace.minBytes) stalled();
    receivedInWindow = 0;
  }, pace.windowMs);
  const uploadTimer = setTimeout(stalled, pace.maxUploadMs);
  request.on('data', onData).on('close', onClose).on('error', onClose);
  return () => {
    clearInterval(pacing);
    clearTimeout(uploadTimer);
    request.off('data', onData).off('close', onClose).off('error', onClose);
  };
}

/** Whether the temporary folder is full, read-only or missing. */
const isDiskError = (error: unknown) => {
  const { syscall, code } = error as NodeJS.ErrnoException;
  return Boolean(syscall) && /^E(NOSPC|DQUOT|IO|ROFS|ACCES|PERM|NOENT|MFILE|NFILE)$/.test(code ?? '');
};
