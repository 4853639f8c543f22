import { rm } from 'node:fs/promises';
import { status } from '@grpc/grpc-js';
import { HttpException, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { ObjectStore } from '@site/platform/object-store';
import { LOGGER, OBJECT_STORE, type Logger } from '@site/platform/tokens';
import type { StagedUpload } from '@site/proto/gen/nest/pictures/v1/pictures';
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import type { Request } from 'express';
import type { z } from 'zod';
import { clientNetwork } from '../edge/client-network.js';
import { CONFIG, type Config } from '../config.js';
import { badInput } from '../edge/failures.js';
import { checkFormHeader, filledByProgram } from '../edge/form-check.js';
import { faultsOf } from '../edge/input.pipe.js';
import { discardRest } from './drain.js';
import { idempotencyClaim, idempotencyKey } from './idempotency.js';
import { readForm, type FormPlan, type ReceivedForm } from './multipart.js';
import { checkPicture, type PictureType } from './picture-check.js';
import { Spool } from './spool.js';
import { Staging } from './staging.js';
import { UploadSlots } from './upload-slots.js';

/** A form that comes with a picture. Ten routes have one. */
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

/** A form that was found good, its picture in the object store. */
export interface Submission<Fields> {
  fields: Fields;
  upload: StagedUpload | undefined;
  idempotency: IdempotencyClaim;
}

/** Bodies under way, temporary files, and what has been put in the store but not yet taken over: all of it ends here. */
@Injectable()
export class Uploads implements OnModuleInit {
  private readonly spool: Spool;
  private readonly staging: Staging;
  private readonly slots = new UploadSlots();

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(OBJECT_STORE) store: ObjectStore,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.spool = new Spool(config.UPLOAD_DIR);
    this.staging = new Staging(store, logger);
  }

  onModuleInit(): Promise<void> {
    return this.spool.prepare();
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
    try {
      idempotencyKey(request);
      if (pretend) checkFormHeader(request);
      const giveBack = this.slots.take(clientNetwork(request.ip));
      const path = this.spool.newPath();
      try {
        return await this.process(request, form, path, submit, pretend);
      } finally {
        giveBack();
        await rm(path, { force: true });
      }
    } catch (error) {
      await refuseRest(request, error);
      throw error;
    }
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
    const upload = { key, sha256: file.sha256, sizeBytes: file.sizeBytes, mediaType };
    return this.handOver(upload, () => submit({ fields, upload, idempotency }));
  }

  private async handOver<Answer>(upload: StagedUpload, submit: () => Promise<Answer>): Promise<Answer> {
    try {
      return await submit();
    } catch (error) {
      if (surelyRefused(error)) void this.staging.discard(upload.key);
      throw error;
    }
  }
}

/**
 * Codes with which a service says no before it has written anything. After any other failure (the connection was lost, the
 * deadline passed) it may have committed and only its answer be missing: then the picture must stay, because the client
 * repeats the form and is told that all is well. For the same reason it stays after an answer that was `replayed`: that may
 * be the answer to our own first attempt, whose picture this is. What nothing refers to is swept a day later.
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

const surelyRefused = (error: unknown) => refusals.has((error as { code?: unknown }).code);

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

/** Lets the client finish sending what nobody wants, so that it comes to read why. */
async function refuseRest(request: Request, error: unknown): Promise<void> {
  const rest = discardRest(request);
  const tooLarge = error instanceof HttpException && error.getStatus() === 413;
  const closes = request.httpVersion === '1.0' || /\bclose\b/i.test(request.headers.connection ?? '');
  // An answer that ends the connection (a 413 does, see error.filter.ts) waits until the client has sent everything.
  if (tooLarge || closes) await rest;
  else void rest.then((whole) => whole || request.destroy());
}
