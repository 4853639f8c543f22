import { rm } from 'node:fs/promises';
import { status } from '@grpc/grpc-js';
import { HttpException, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { ObjectStore } from '@site/platform/data/object-store';
import { LOGGER, OBJECT_STORE, type Logger } from '@site/platform/base/tokens';
import type { StagedUpload } from '@site/proto/gen/nest/pictures/v1/pictures';
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import type { Request } from 'express';
import type { z } from 'zod';
import { CONFIG, type Config } from '../config.js';
import { clientNetwork } from '../edge/client-network.js';
import { badInput, busy, tooOften } from '../edge/failures.js';
import { checkFormHeader, filledByProgram } from '../edge/form-check.js';
import { faultsOf } from '../edge/input.pipe.js';
import { discardAfterTheAnswers, discardRest } from './drain.js';
import { idempotencyClaim, idempotencyKey } from './idempotency.js';
import { readForm, type FormPlan, type ReceivedForm } from './multipart.js';
import { checkPicture, type PictureType } from './picture-check.js';
import { Spool } from './spool.js';
import { Staging } from './staging.js';

/**
 * How many uploads may be under way in this process. Each holds a temporary file and a share of the disk and the object store;
 * one more is told at once to come again, instead of waiting in a queue that nobody sees.
 */
const mostUploads = 16;
/** Of them from one client: sixteen slow bodies from two addresses must not stop everybody's photos. */
const mostPerClient = 3;

/** What one more is told. */
export const noRoom = () =>
  busy('Too many pictures are being sent at the moment. Please try again in a few seconds.', 3);

/** A form that comes with a picture. */
export interface UploadForm<Fields extends z.ZodObject> {
  /** The rules of the text fields; a field it does not have is refused. */
  fields: Fields;
  file: {
    field: string;
    /** What a person calls it: "Photo". */
    label: string;
    types: readonly PictureType[];
    required: boolean;
  };
  /** Bytes of one text field at most; 16 KiB when not said. */
  maxFieldBytes?: number;
}

const declared = new WeakSet<object>();
/** Remembers a form whose route declares that it takes a file; no other form is received. */
export const declareUpload = (form: UploadForm<z.ZodObject>): void => void declared.add(form);

/** A form without faults, its picture in the object store. */
export interface Submission<Fields> {
  fields: Fields;
  upload: StagedUpload | undefined;
  /** As the sender's machine calls it; whatever they like. */
  fileName?: string | undefined;
  idempotency: IdempotencyClaim;
}

/** Answers for bodies under way, for temporary files, and for what is in the store but that no service has taken over yet. */
@Injectable()
export class Uploads implements OnModuleInit {
  private readonly spool: Spool;
  private readonly staging: Staging;
  private underWay = 0;
  private readonly underWayFrom = new Map<string, number>();
  private readonly mostPerClient: number;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(OBJECT_STORE) store: ObjectStore,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.spool = new Spool(config.UPLOAD_DIR);
    this.mostPerClient = Math.ceil(mostPerClient * config.RATE_LIMIT_SCALE);
    this.staging = new Staging(store, logger);
  }

  onModuleInit(): Promise<void> {
    return this.spool.prepare();
  }

  /** Whether all places are taken. */
  get isFull(): boolean {
    return this.underWay >= mostUploads;
  }

  /**
   * Receives a form, checks all of it, puts its picture into the object store, and hands it to `submit`, which must answer
   * only when the submission is durable. The first thing that is wrong ends it, with nothing stored.
   * @param pretend on a form for visitors: what to answer, with nothing stored, when a program filled it in
   */
  async receive<Fields extends z.ZodObject, Answer>(
    request: Request,
    form: UploadForm<Fields>,
    submit: (submission: Submission<z.output<Fields>>) => Promise<Answer>,
    pretend?: () => Answer,
  ): Promise<Answer> {
    if (!declared.has(form)) throw new Error('The route lacks @DescribeUpload(…, form): nginx would refuse the file.');
    try {
      idempotencyKey(request);
      if (pretend) checkFormHeader(request);
      const leave = this.enter(clientNetwork(request.ip));
      const path = this.spool.newPath();
      try {
        return await this.process(request, form, path, submit, pretend);
      } finally {
        leave();
        await rm(path, { force: true });
      }
    } catch (error) {
      await refuseRest(request, error);
      throw error;
    }
  }

  /**
   * Takes one of the places, to be left by what is returned.
   * @throws 429 when the client has its share of them, 503 when all are taken
   */
  private enter(client: string): () => void {
    const fromClient = this.underWayFrom.get(client) ?? 0;
    if (fromClient >= this.mostPerClient)
      throw tooOften(3, 'Too many pictures are being sent from your network. Please try again in a few seconds.');
    if (this.isFull) throw noRoom();
    this.underWay += 1;
    this.underWayFrom.set(client, fromClient + 1);
    return () => {
      this.underWay -= 1;
      const left = (this.underWayFrom.get(client) ?? 1) - 1;
      if (left > 0) this.underWayFrom.set(client, left);
      else this.underWayFrom.delete(client);
    };
  }

  private async process<Fields extends z.ZodObject, Answer>(
    request: Request,
    form: UploadForm<Fields>,
    path: string,
    submit: (submission: Submission<z.output<Fields>>) => Promise<Answer>,
    pretend?: () => Answer,
  ): Promise<Answer> {
    const received = await readForm(request, planOf(form, path));
    const fields = checkForm(form, received);
    const { file } = received;
    const idempotency = idempotencyClaim(request, fields, file?.sha256);
    const mediaType = file && (await checkPicture(path, file.sizeBytes, form.file));
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
 * Codes with which a service says no before it has written anything. After any other failure (the connection was lost, the
 * deadline passed) it may have committed, and only its answer is missing: then the picture must stay, because the client sends
 * the form again and is told that all is well. It also stays after an answer that was `replayed`, which may be the answer to
 * our own first attempt, whose picture this is. What nothing refers to is removed a day later.
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

/** The checked fields; fails with 400 naming every fault, that of the file included. */
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

/** Gives `work` a signal that fires when the client hangs up. */
async function whileConnected<Result>(
  request: Request,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController();
  const onClose = () => gone.abort(new Error('the client has gone'));
  request.socket.once('close', onClose);
  try {
    if (request.socket.destroyed) onClose();
    return await work(gone.signal);
  } finally {
    request.socket.off('close', onClose);
  }
}

/** Lets the client finish sending what nobody wants, so that it gets to read why. */
async function refuseRest(request: Request, error: unknown): Promise<void> {
  const tooLarge = error instanceof HttpException && error.getStatus() === 413;
  const closes = request.httpVersion === '1.0' || /\bclose\b/i.test(request.headers.connection ?? '');
  // An answer that ends the connection (a 413 does, see error.filter.ts) waits until the client has sent everything.
  if (tooLarge || closes) return void (await discardRest(request));
  discardAfterTheAnswers(request);
}
