/** Multipart uploads: receives forms with one file, spooled to disk, within limits per process and network. */
import { rm } from 'node:fs/promises';
import { status } from '@grpc/grpc-js';
import { HttpException, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { ObjectStore } from '@site/platform/data/object-store';
import { LOGGER, OBJECT_STORE, type Logger } from '@site/platform/base/injection-tokens';
import type { StagedUpload } from '@site/proto/gen/nest/images/v1/images';
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import type { Request } from 'express';
import type { z } from 'zod';
import { CONFIG, type Config } from '../config.js';
import { addressKeyOf } from '@site/platform/base/ip-address';
import { badInput, busy, tooOften } from '../edge/http-errors.js';
import { checkFormHeader, filledByProgram } from '../edge/form-check.js';
import { faultsOf } from '../edge/input.pipe.js';
import { discardAfterResponses, discardRest } from './drain.js';
import { idempotencyClaim, idempotencyKey } from './idempotency.js';
import { readForm, type FormPlan, type ReceivedForm } from './multipart.js';
import { checkImage, type ImageType } from './image-check.js';
import { Spool } from './spool.js';
import { Staging } from './staging.js';

/** Per process. Further uploads are refused and asked to retry rather than queued. */
const maxUploads = 16;
/** Two addresses with slow bodies can't block all uploads. */
const maxPerClient = 3;

/** Returns 503 with Retry-After, for when all upload slots are in use. */
export const noFreeSlot = () => busy('Too many pictures are being sent right now. Try again in a few seconds.', 3);

export interface UploadForm<Fields extends z.ZodObject> {
  /** Unknown fields are refused. */
  fields: Fields;
  file: {
    field: string;
    /** Shown to users: "Photo". */
    label: string;
    types: readonly ImageType[];
    required: boolean;
  };
  /** Default 16 KiB. */
  maxFieldBytes?: number;
}

const declared = new WeakSet<object>();
/** Registers a form with a file; others aren't received. */
export const declareUpload = (form: UploadForm<z.ZodObject>): void => void declared.add(form);

export interface Submission<Fields> {
  fields: Fields;
  upload: StagedUpload | undefined;
  /** From the sender's device; untrusted. */
  fileName?: string | undefined;
  idempotency: IdempotencyClaim;
}

/** Owns request bodies, temporary files and stored objects until a service takes over. */
@Injectable()
export class Uploads implements OnModuleInit {
  private readonly spool: Spool;
  private readonly staging: Staging;
  private underWay = 0;
  private readonly underWayFrom = new Map<string, number>();
  private readonly maxPerClient: number;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(OBJECT_STORE) store: ObjectStore,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.spool = new Spool(config.UPLOAD_DIR);
    this.maxPerClient = Math.ceil(maxPerClient * config.RATE_LIMIT_SCALE);
    this.staging = new Staging(store, logger);
  }

  onModuleInit(): Promise<void> {
    return this.spool.prepare();
  }

  get isFull(): boolean {
    return this.underWay >= maxUploads;
  }

  /**
   * Receives and validates a form, stores its picture, and passes it to `submit`, which must resolve only once the
   * submission is durable. After a failure, nothing stays stored.
   * @param pretend for public forms: builds the response for a bot; nothing is stored
   */
  async receive<Fields extends z.ZodObject, Result>(
    request: Request,
    form: UploadForm<Fields>,
    submit: (submission: Submission<z.output<Fields>>) => Promise<Result>,
    pretend?: () => Result,
  ): Promise<Result> {
    if (!declared.has(form)) throw new Error('The route lacks @DescribeUpload(…, form): nginx would refuse the file.');
    try {
      idempotencyKey(request);
      if (pretend) checkFormHeader(request);
      const leave = this.enter(addressKeyOf(request.ip));
      const path = this.spool.newPath();
      try {
        return await this.process(request, form, path, submit, pretend);
      } finally {
        leave();
        await rm(path, { force: true });
      }
    } catch (error) {
      await rejectRest(request, error);
      throw error;
    }
  }

  /**
   * @returns a function that frees the slot
   * @throws 429 at the client's limit, 503 if all slots are taken
   */
  private enter(client: string): () => void {
    const fromClient = this.underWayFrom.get(client) ?? 0;
    if (fromClient >= this.maxPerClient)
      throw tooOften(3, 'Too many pictures are being sent from your network. Try again in a few seconds.');
    if (this.isFull) throw noFreeSlot();
    this.underWay += 1;
    this.underWayFrom.set(client, fromClient + 1);
    return () => {
      this.underWay -= 1;
      const left = (this.underWayFrom.get(client) ?? 1) - 1;
      if (left > 0) this.underWayFrom.set(client, left);
      else this.underWayFrom.delete(client);
    };
  }

  private async process<Fields extends z.ZodObject, Result>(
    request: Request,
    form: UploadForm<Fields>,
    path: string,
    submit: (submission: Submission<z.output<Fields>>) => Promise<Result>,
    pretend?: () => Result,
  ): Promise<Result> {
    const received = await readForm(request, planOf(form, path));
    const fields = checkForm(form, received);
    const { file } = received;
    const idempotency = idempotencyClaim(request, fields, file?.sha256);
    const mediaType = file && (await checkImage(path, file.sizeBytes, form.file));
    if (pretend && filledByProgram(request)) return pretend();
    if (!file || !mediaType) return submit({ fields, upload: undefined, idempotency });
    const key = await whileConnected(request, (signal) => this.staging.put(file, mediaType, signal));
    try {
      const upload = { key, sha256: file.sha256, sizeBytes: file.sizeBytes, mediaType };
      return await submit({ fields, upload, fileName: file.name, idempotency });
    } catch (error) {
      if (refusals.has((error as { code?: unknown }).code)) void this.staging.discard(key);
      throw error;
    }
  }
}

/**
 * Codes by which a service refuses before writing anything. After any other failure it may have committed, and the
 * picture must stay, because the client resends the form. It also stays after a `replayed` response, which may belong
 * to our own first attempt. Unreferenced pictures are removed a day later.
 */
const refusals = new Set<unknown>([
  status.INVALID_ARGUMENT,
  status.NOT_FOUND,
  status.ALREADY_EXISTS,
  status.PERMISSION_DENIED,
  status.FAILED_PRECONDITION,
  status.ABORTED,
  status.UNAUTHENTICATED,
  status.UNIMPLEMENTED,
]);

const planOf = (form: UploadForm<z.ZodObject>, path: string): FormPlan => ({
  fieldNames: new Set(Object.keys(form.fields.shape)),
  maxFieldBytes: form.maxFieldBytes ?? 16 * 1024,
  fileField: form.file.field,
  path,
});

/** @throws 400 with every fault, including the file's */
function checkForm<Fields extends z.ZodObject>(
  form: UploadForm<Fields>,
  { texts, file }: ReceivedForm,
): z.output<Fields> {
  const result = form.fields.safeParse(Object.fromEntries(texts));
  const faults = result.success ? [] : faultsOf(result.error.issues);
  const { field, label, required } = form.file;
  if (!file && required) faults.push({ field, message: `${label} is required` });
  if (file?.sizeBytes === 0) faults.push({ field, message: 'The file is empty. Please choose another one.' });
  const [first] = faults;
  if (first || !result.success) throw badInput(first?.message ?? 'The form could not be read.', faults);
  return result.data;
}

/** Runs `work` with a signal that fires when the client disconnects. */
async function whileConnected<Result>(
  request: Request,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const disconnect = new AbortController();
  const onClose = () => disconnect.abort(new Error('the client disconnected'));
  request.socket.once('close', onClose);
  try {
    if (request.socket.destroyed) onClose();
    return await work(disconnect.signal);
  } finally {
    request.socket.off('close', onClose);
  }
}

/** Lets the client finish sending a refused body, so that it can read the reason. */
async function rejectRest(request: Request, error: unknown): Promise<void> {
  const tooLarge = error instanceof HttpException && error.getStatus() === 413;
  const closes = request.httpVersion === '1.0' || /\bclose\b/i.test(request.headers.connection ?? '');
  // A response that ends the connection (such as 413) waits until the client has sent everything.
  if (tooLarge || closes) return void (await discardRest(request));
  discardAfterResponses(request);
}
