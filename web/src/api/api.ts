import * as strings from '../strings.js';

/** How the browser speaks to the gateway: one envelope, one error, one deadline. */

/** Where the dashboard's session is kept in localStorage. */
export const sessionStorageKey = 'userData';

/**
 * How long a request may go without receiving a byte. Nested deadlines: the browser waits longer for the first byte than nginx
 * (10 s), which waits longer than the gateway (5 s). A response that keeps arriving has no deadline: connections can be slow.
 */
const requestTimeoutMs = 15_000;
/** The same for files: uploads may take minutes on a phone in the field. */
const fileStallMs = 30_000;

export interface FieldError {
  field: string;
  message: string;
}

/** Every successful answer of /main and /admin. */
export interface Answer<Data> {
  status: true;
  /** What happened, as a sentence a visitor may read. */
  action: string;
  data: Data;
  /** On lists: where the next page starts; null on the last. */
  next_cursor?: string | null;
  /** When the server sent it, by the server's clock (the `Date` header); null when it did not say, absent in the document. */
  sentAt?: string | null;
}

interface Failure {
  status: false;
  action?: string;
  message?: string;
  errors?: FieldError[];
}

/** Anything that kept a call from succeeding. `message` may always be shown to the person. */
export class ApiError extends Error {
  /** What is wrong with which field, by the field's name on the wire. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** The answer's own `message`; absent when it had none and `message` is ours. */
  readonly serverMessage: string | undefined;
  /** When the server is ready to hear it again; absent when it did not say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    message: string,
    readonly action = '',
    readonly errors: readonly FieldError[] = [],
    details: { serverMessage?: string; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.serverMessage = details.serverMessage;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.fieldErrors = Object.fromEntries([...errors].reverse().map((error) => [error.field, error.message]));
  }

  /** True when trying again later may work: no answer, too busy, or a part that is down. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is: FormData (multipart) or URLSearchParams (form-encoded). */
  body?: FormData | URLSearchParams;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Without a byte received. */
  timeoutMs?: number;
}

/** Calls the gateway and returns the whole envelope. Throws `ApiError`, or the signal's reason when the caller gave up. */
export async function request<Data>(path: string, options: RequestOptions = {}): Promise<Answer<Data>> {
  const { method = 'GET', json, body, signal, timeoutMs = requestTimeoutMs } = options;
  const headers: Record<string, string> = { Accept: 'application/json', ...bearer(path), ...options.headers };
  if (json !== undefined) headers['Content-Type'] = 'application/json';
  const sent = json === undefined ? body : JSON.stringify(json);
  return withStallTimeout(timeoutMs, signal, async (stalled, onProgress) => {
    const response = await fetch(path, { method, headers, body: sent, signal: stalled });
    const head = headOf(response);
    return { ...readAnswer<Data>(head, await textOf(response, onProgress)), sentAt: head.header('Date') };
  });
}

/** Downloads a file that isn't public, for instance a photo under review. Throws as `request` does. */
export async function requestBlob(path: string, signal?: AbortSignal): Promise<Blob> {
  return withStallTimeout(fileStallMs, signal, async (stalled, onProgress) => {
    const response = await fetch(path, { headers: bearer(path), signal: stalled });
    if (!response.ok) readAnswer(headOf(response), await textOf(response, onProgress));
    const type = response.headers.get('Content-Type') ?? '';
    return new Blob(await chunksOf(response, onProgress), { type });
  });
}

/** Reads a response's body; calls `onProgress` for the head and for each chunk. */
async function chunksOf({ body }: Response, onProgress: () => void): Promise<Uint8Array<ArrayBuffer>[]> {
  onProgress();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    onProgress();
    chunks.push(part.value);
  }
  return chunks;
}

async function textOf(response: Response, onProgress: () => void): Promise<string> {
  const decoder = new TextDecoder();
  const chunks = await chunksOf(response, onProgress);
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
}

/** Runs a call; aborts it after `stallMs` without a call of `onProgress`, or when the caller's signal does. */
async function withStallTimeout<Result>(
  stallMs: number,
  signal: AbortSignal | undefined,
  call: (stalled: AbortSignal, onProgress: () => void) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const giveUp = () => ended.abort();
  let timer = setTimeout(giveUp, stallMs);
  const onProgress = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, stallMs);
  };
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    return await call(ended.signal, onProgress);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (signal?.aborted) throw error;
    throw new ApiError(0, strings.somethingWentWrong);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

export interface UploadOptions {
  headers?: Record<string, string>;
  /** Called with the share of the bytes that have left, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** POSTs a form with a file. As `request`, but tells the progress and has no deadline while bytes still move. */
export function upload<Data>(path: string, form: FormData, options: UploadOptions = {}): Promise<Answer<Data>> {
  const { onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(stall);
      stall = setTimeout(() => call.abort(), fileStallMs);
    };
    const giveUp = () => call.abort();
    const fail = () => reject(new ApiError(0, strings.somethingWentWrong));

    call.upload.addEventListener('progress', (event) => {
      watch();
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    });
    call.addEventListener('load', () => {
      try {
        const { status, statusText } = call;
        const head = { status, statusText, header: (name: string) => call.getResponseHeader(name) };
        resolve(readAnswer<Data>(head, call.responseText));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    call.addEventListener('error', fail);
    call.addEventListener('abort', fail);
    call.addEventListener('loadend', () => {
      clearTimeout(stall);
      signal?.removeEventListener('abort', giveUp);
    });

    call.open('POST', path);
    const headers = { Accept: 'application/json', ...bearer(path), ...options.headers };
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    signal?.addEventListener('abort', giveUp);
    watch();
    call.send(form);
  });
}

/** The session's token, for calls of the dashboard; a public call never carries it. */
export function readToken(): string | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(sessionStorageKey) ?? 'null');
    const token = (stored as { token?: unknown } | null)?.token;
    return typeof token === 'string' && token !== '' ? token : undefined;
  } catch {
    return undefined;
  }
}

function bearer(path: string): Record<string, string> {
  if (!path.startsWith('/admin/') && !path.startsWith('/media/pending/')) return {};
  const token = readToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** As much of an answer's head as is read, whichever way it came. */
interface AnswerHead {
  status: number;
  statusText: string;
  header: (name: string) => string | null;
}

const headOf = ({ status, statusText, headers }: Response): AnswerHead => ({
  status,
  statusText,
  header: (name) => headers.get(name),
});

function readAnswer<Data>({ status, statusText, header }: AnswerHead, text: string): Answer<Data> {
  const answer = parse(text);
  const ok = status >= 200 && status < 300;
  if (ok && answer?.status === true) return answer as Answer<Data>;
  const failure = (answer?.status === false ? answer : {}) as Partial<Failure>;
  const errors = Array.isArray(failure.errors) ? failure.errors : [];
  // An answer without the envelope comes from something between us and the gateway: only its status line means anything.
  const spoken = failure.message || failure.action;
  const message = spoken || (ok ? strings.somethingWentWrong : strings.httpError(status, statusText));
  const retryAfter = Number.parseInt(header('Retry-After') ?? '', 10);
  throw new ApiError(status, message, failure.action, errors, {
    ...(failure.message && { serverMessage: failure.message }),
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  });
}

function parse(text: string): { status?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
