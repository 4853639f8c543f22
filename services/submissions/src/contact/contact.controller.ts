import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { readAdmin } from '@site/platform/data/admin';
import { audit } from '@site/platform/data/audit';
import { onceInOneStatement } from '@site/platform/data/idempotency';
import { isId, newId } from '@site/platform/base/ids';
import { readPage } from '@site/platform/data/lists';
import { invalid, notFound, readCaller } from '@site/proto/grpc';
import {
  ContactServiceControllerMethods,
  type ContactServiceController,
  type CreateContactMessageRequest,
  type CreateContactMessageResponse,
  type DeleteContactMessageRequest,
  type ListContactMessagesRequest,
  type ListContactMessagesResponse,
} from '@site/proto/gen/nest/submissions/v1/contact';
import { DataSource } from 'typeorm';
import { ContactMessage, contactMessage } from './contact-message.entity.js';

const order = {
  by: 'createdAt',
  newestFirst: true,
  searched: `concat_ws(' ', message.name, message.email, message.phone, message.feedback)`,
} as const;

@Controller()
@ContactServiceControllerMethods()
export class ContactController implements ContactServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Message and idempotency record are one statement: answered means kept. */
  async createContactMessage(request: CreateContactMessageRequest): Promise<CreateContactMessageResponse> {
    const { name, phone, email, feedback, idempotency } = request;
    if (!idempotency) throw invalid('The idempotency claim is missing.');
    const id = newId();
    const { answer, replayed } = await onceInOneStatement(
      this.dataSource,
      { scope: 'contact.create', claim: idempotency, answer: { id } },
      {
        sql: `kept AS (
          INSERT INTO contact_messages (id, name, phone, email, feedback)
          SELECT $1::uuid, $2, $3, $4, $5 FROM claimed
        )`,
        parameters: [id, name, phone, email, feedback],
      },
    );
    return { id: answer.id, replayed };
  }

  async listContactMessages(
    request: ListContactMessagesRequest,
    metadata?: Metadata,
  ): Promise<ListContactMessagesResponse> {
    readCaller(metadata);
    const list = this.dataSource.manager
      .createQueryBuilder(ContactMessage, 'message')
      .where('message.deletedAt IS NULL');
    const { page, nextCursor } = await readPage(list, request, order, contactMessage);
    return { messages: page, nextCursor };
  }

  async deleteContactMessage({ id }: DeleteContactMessageRequest, metadata?: Metadata) {
    const caller = readAdmin(metadata);
    if (!isId(id)) throw unknown();
    await this.dataSource.transaction(async (manager) => {
      const [[deleted]] = await manager.query<[{ name: string }[], number]>(
        'UPDATE contact_messages SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL RETURNING name',
        [id],
      );
      if (deleted) return audit(manager, caller, 'contact.delete', id, deleted.name);
      if (!(await manager.existsBy(ContactMessage, { id }))) throw unknown();
    });
    return {};
  }
}

const unknown = () => notFound('This message does not exist.');
