/** Dashboard CRUD for any content type. */
import type { Metadata } from '@grpc/grpc-js';
import { applyDecorators, Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { emptyResponse } from '@site/proto/responses';
import type { IdempotencyClaim } from '@site/proto/gen/nest/requests/v1/idempotency';
import type { PermissionName } from '@site/domain/roles';
import type { Request } from 'express';
import { z } from 'zod';
import { Describe } from '../edge/api/api-docs.js';
import { MultipartFields } from '../edge/body-parsers.js';
import { Clients } from '../edge/clients/clients.js';
import { success } from '../edge/envelope.js';
import { DescribeExpectedVersion, ExpectedVersion } from '../edge/expected-version.js';
import { RateLimit } from '../edge/rate-limit.guard.js';
import { Allowed, CallMetadata, NeedsRecentSignIn } from '../edge/session.guard.js';
import { Takes } from '../edge/consumes.js';
import { DescribeUpload } from '../uploads/api-upload.js';
import { DescribeIdempotencyKey, idempotencyClaim } from '../uploads/idempotency.js';
import { Uploads, type Submission, type UploadForm } from '../uploads/uploads.js';
import { Deletes } from './method-aliases.js';

type Form<Fields extends z.ZodObject> = UploadForm<Fields> | { fields: Fields; file?: never };

/** `write` contains the fields common to all write requests. */
interface Sent<Fields> extends Submission<Fields> {
  write: { idempotency: IdempotencyClaim; expectedVersion?: number | undefined };
}

interface DescribedForm<Fields extends z.ZodObject> {
  summary: string;
  form: Form<Fields>;
  /** False if repeated calls aren't deduplicated. */
  keyed?: false;
  needsRecentSignIn?: true;
  /** In addition to the common failures. */
  failures?: number[];
}

interface Write<Client, Message, Fields extends z.ZodObject> extends DescribedForm<Fields> {
  call: (client: Client, sent: Sent<z.output<Fields>>, metadata: Metadata) => Promise<Message | undefined>;
}

interface Editing<Client, Message, Schema extends z.ZodType, Created extends z.ZodObject, Edited extends z.ZodObject> {
  /** Below /admin/main/. */
  path: string;
  tag: string;
  permission: PermissionName;
  /** In messages such as "FAQ Created Successfully". */
  name: string;
  client: (clients: Clients) => Client;
  answer: Schema;
  toJson: (message: Message) => z.output<Schema>;
  create: Write<Client, Message, Created>;
  edit: Write<Client, Message, Edited>;
  delete: { summary: string; call: (client: Client, id: string, metadata: Metadata) => Promise<unknown> };
}

function FormRoute(path: 'create' | 'edit', described: DescribedForm<z.ZodObject>, responseSchema: z.ZodType) {
  const { summary, form, failures = [] } = described;
  const status = path === 'create' ? 201 : 200;
  const errorStatuses = [401, 403, 503, ...(path === 'edit' ? [404, 409] : []), ...failures];
  return applyDecorators(
    Post(path),
    HttpCode(status),
    ...(path === 'edit' ? [DescribeExpectedVersion()] : []),
    ...(described.needsRecentSignIn ? [NeedsRecentSignIn()] : []),
    ...(form.file
      ? [RateLimit('adminUpload'), DescribeUpload(summary, form, responseSchema, status, errorStatuses)]
      : [
          MultipartFields(),
          ...(described.keyed === false ? [] : [DescribeIdempotencyKey()]),
          Describe(summary, responseSchema, [400, 413, 415, 422, ...errorStatuses], status),
        ]),
  );
}

/** Reads the fields of a form without a picture; uploads parse their own. */
const Fields = ({ fields, file }: Form<z.ZodObject>): ParameterDecorator =>
  file ? () => undefined : Body({ schema: fields });

/** Returns a controller to be extended with further routes. */
export function editing<
  Client,
  Message,
  Schema extends z.ZodType,
  Created extends z.ZodObject,
  Edited extends z.ZodObject,
>(kind: Editing<Client, Message, Schema, Created, Edited>) {
  const { create, edit, name } = kind;

  @ApiTags(kind.tag)
  @ApiBearerAuth()
  @Allowed(kind.permission)
  @Controller(`admin/main/${kind.path}`)
  class EditingController {
    readonly client: Client;

    constructor(
      @Inject(Clients) clients: Clients,
      @Inject(Uploads) readonly uploads: Uploads,
    ) {
      this.client = kind.client(clients);
    }

    toJson(message: Message | undefined) {
      return message ? kind.toJson(message) : null;
    }

    @FormRoute('create', create, kind.answer)
    async create(
      @Fields(create.form) fields: z.output<Created>,
      @Req() request: Request,
      @CallMetadata() metadata: Metadata,
    ) {
      const created = await this.received(request, create.form, fields, (sent) =>
        create.call(this.client, { ...sent, write: { idempotency: sent.idempotency } }, metadata),
      );
      return success(`${name} Created Successfully`, this.toJson(created));
    }

    @FormRoute('edit', edit, kind.answer)
    async edit(
      @Fields(edit.form) fields: z.output<Edited>,
      @ExpectedVersion() expectedVersion: number | undefined,
      @Req() request: Request,
      @CallMetadata() metadata: Metadata,
    ) {
      const changed = await this.received(request, edit.form, fields, (sent) =>
        this.save(sent, expectedVersion, metadata),
      );
      return success(`${name} Updated Successfully`, this.toJson(changed));
    }

    save(sent: Submission<z.output<Edited>>, expectedVersion: number | undefined, metadata: Metadata) {
      return edit.call(this.client, { ...sent, write: { idempotency: sent.idempotency, expectedVersion } }, metadata);
    }

    received<Form extends z.ZodObject>(
      request: Request,
      form: UploadForm<Form> | { fields: Form; file?: never },
      fields: z.output<Form>,
      submit: (submission: Submission<z.output<Form>>) => Promise<Message | undefined>,
    ): Promise<Message | undefined> {
      if (form.file) return this.uploads.receive(request, form, submit);
      return submit({ fields, upload: undefined, idempotency: idempotencyClaim(request, fields) });
    }

    @Deletes(kind.delete.summary)
    async delete(@Param('id') id: string, @CallMetadata() metadata: Metadata) {
      await kind.delete.call(this.client, id, metadata);
      return success(`${name} Deleted Successfully`, null);
    }
  }
  return EditingController;
}

interface List<Client, Message, Query extends z.ZodType> {
  title: string;
  summary: string;
  query: Query;
  call: (
    client: Client,
    query: z.output<Query>,
    metadata: Metadata,
  ) => Promise<{ rows: Message[]; nextCursor?: string | undefined }>;
}

/** Like `editing`, plus a list paged by next_cursor. */
export function editedList<
  Client,
  Message,
  Schema extends z.ZodType,
  Created extends z.ZodObject,
  Edited extends z.ZodObject,
  Query extends z.ZodType,
>(kind: Editing<Client, Message, Schema, Created, Edited> & { list: List<Client, Message, Query> }) {
  const { title, summary, query: schema, call } = kind.list;

  class ListController extends editing(kind) {
    @Get()
    @Describe(summary, z.array(kind.answer), [400, 401, 403, 503])
    async list(@Query({ schema }) query: z.output<Query>, @CallMetadata() metadata: Metadata) {
      const { rows, nextCursor } = await call(this.client, query, metadata);
      return success(title, rows.map(kind.toJson), { next_cursor: nextCursor ?? null });
    }
  }
  return ListController;
}

/** Like `editing`, for content with a single instance. */
export function editedOne<
  Client,
  Message,
  Schema extends z.ZodType,
  Created extends z.ZodObject,
  Edited extends z.ZodObject,
>(
  kind: Editing<Client, Message, Schema, Created, Edited> & {
    get: { summary: string; call: (client: Client, metadata: Metadata) => Promise<Message | undefined> };
  },
) {
  class OneController extends editing(kind) {
    @Get()
    @Describe(kind.get.summary, kind.answer.nullable(), [401, 403, 503])
    async get(@CallMetadata() metadata: Metadata) {
      return success(kind.name, this.toJson(await kind.get.call(this.client, metadata)));
    }
  }
  return OneController;
}

/** Describes the route that saves a list's order. */
export const OrderRoute = (summary: string): MethodDecorator =>
  applyDecorators(
    Post('order'),
    HttpCode(200),
    Takes('application/json'),
    Describe(summary, emptyResponse, [400, 401, 403, 409, 415, 503]),
  );
