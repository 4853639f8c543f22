/** The browser's gateway client: one envelope, one error type, one timeout. */
import { confirmField } from '@site/proto/auth/v1/recent-confirmation';
import * as strings from '../strings/public-strings.js';

/** localStorage key of the dashboard's session. */
export const sessionStorageKey = 'userData';

/**
 * Timeout without a received byte. The browser waits longer for the first byte than nginx (10 s), which waits longer
 * than the gateway (5 s). A response that keeps arriving has no limit: connections can be slow.
 */
const requestTimeoutMs = 15_000;
/** For files: uploads may take minutes on a phone in the field. */
const fileStallMs = 30_000;

export interface FieldError {
  field: string;
  message: string;
}

export interface ApiResponse<Data> {
  status: true;
  /** The outcome, as a sentence for visitors. */
  action: string;
  data: Data;
  /** On lists: null on the last page. */
  next_cursor?: string | null;
  /** The `Date` header; null without one, absent in embedded responses. */
  sentAt?: string | null;
}

interface Failure {
  status: false;
  action?: string;
  message?: string;
  errors?: FieldError[];
}

/** Any failure of a call. `message` may always be shown to the user. */
export class ApiError extends Error {
  /** By JSON field name. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** Absent when `message` is ours. */
  readonly serverMessage: string | undefined;
  /** Until a retry is welcome; absent when the server didn't say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    /** HTTP status; 0 without a response. */
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

  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  json?: unknown;
  /** Sent unchanged: multipart or form-encoded. */
  body?: FormData | URLSearchParams;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Without a received byte. */
  timeoutMs?: number;
  /** Completes the request after the page was closed. Only for bodies of less than 64 kB. */
  keepalive?: boolean;
}

/**
 * Asks the user to confirm their identity, for a call that needs it. Set while a dashboard is shown.
 * @returns whether they did
 */
type ConfirmIdentity = () => Promise<boolean>;
let confirmIdentity: ConfirmIdentity | undefined;
/** Calls that are refused at the same time share a dialog. */
let confirming: Promise<boolean> | undefined;

/** @returns a function that removes it */
export function onConfirmationNeeded(handler: ConfirmIdentity): () => void {
  confirmIdentity = handler;
  return () => {
    if (confirmIdentity !== handler) return;
    confirmIdentity = undefined;
    confirming = undefined;
  };
}

/** Repeats a call, unchanged, once the user has confirmed. Throws the refusal if they cancel. */
async function withConfirmation<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.status === 403 && confirmField in error.fieldErrors;
    if (!isNeeded || !confirmIdentity) throw error;
    const asking = (confirming ??= confirmIdentity());
    const isConfirmed = await asking;
    if (confirming === asking) confirming = undefined;
    if (!isConfirmed) throw error;
    return call();
  }
}

/** Returns the whole envelope. Throws `ApiError`, or the signal's reason when the caller aborts. */
export const request = <Data>(path: string, options?: RequestOptions): Promise<ApiResponse<Data>> =>
  withConfirmation(() => requestOnce<Data>(path, options));

async function requestOnce<Data>(path: string, options: RequestOptions = {}): Promise<ApiResponse<Data>> {
  const { method = 'GET', json, body, signal, timeoutMs = requestTimeoutMs, keepalive = false } = options;
  const headers: Record<string, string> = { Accept: 'application/json', ...bearer(path), ...options.headers };
  if (json !== undefined) headers['Content-Type'] = 'application/json';
  const sent = json === undefined ? body : JSON.stringify(json);
  return withStallTimeout(timeoutMs, signal, async (stalled, onProgress) => {
    const response = await fetch(path, { method, headers, body: sent, signal: stalled, keepalive });
    const head = headOf(response);
    return { ...readResponse<Data>(head, await textOf(response, onProgress)), sentAt: head.header('Date') };
  });
}

/** Downloads a non-public file, such as a photo under review. Throws like `request`. */
export const requestBlob = (path: string, signal?: AbortSignal): Promise<Blob> =>
  withConfirmation(() => requestBlobOnce(path, signal));

async function requestBlobOnce(path: string, signal?: AbortSignal): Promise<Blob> {
  return withStallTimeout(fileStallMs, signal, async (stalled, onProgress) => {
    const response = await fetch(path, { headers: bearer(path), signal: stalled });
    if (!response.ok) readResponse(headOf(response), await textOf(response, onProgress));
    const type = response.headers.get('Content-Type') ?? '';
    return new Blob(await chunksOf(response, onProgress), { type });
  });
}

/** Calls `onProgress` for the headers and for each chunk. */
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

/** Aborts after `stallMs` without a call of `onProgress`, or with the caller's signal. */
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
  /** Share of bytes sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** POSTs a form with a file. Like `request`, but without a timeout while bytes are being sent. */
export const upload = <Data>(path: string, form: FormData, options?: UploadOptions): Promise<ApiResponse<Data>> =>
  withConfirmation(() => uploadOnce<Data>(path, form, options));

function uploadOnce<Data>(path: string, form: FormData, options: UploadOptions = {}): Promise<ApiResponse<Data>> {
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
        resolve(readResponse<Data>(head, call.responseText));
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

/** Returns the token for dashboard calls; public calls never include it. */
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

interface ResponseHead {
  status: number;
  statusText: string;
  header: (name: string) => string | null;
}

const headOf = ({ status, statusText, headers }: Response): ResponseHead => ({
  status,
  statusText,
  header: (name) => headers.get(name),
});

function readResponse<Data>({ status, statusText, header }: ResponseHead, text: string): ApiResponse<Data> {
  const body = parse(text);
  const ok = status >= 200 && status < 300;
  // Other servers may omit the text of a success; then the page shows its own.
  if (ok && body?.status === true) return { action: '', ...body } as ApiResponse<Data>;
  const failure = (body?.status === false ? body : {}) as Partial<Failure>;
  const errors = Array.isArray(failure.errors) ? failure.errors : [];
  // A response without the envelope comes from a proxy: only its status line is meaningful.
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
