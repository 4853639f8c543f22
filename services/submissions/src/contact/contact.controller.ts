import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { audit } from '@site/platform/audit';
import { onceInOneStatement } from '@site/platform/idempotency';
import { isId, newId } from '@site/platform/ids';
import { decodeCursor } from '@site/platform/keyset';
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
import { readAdmin } from '../admin-caller.js';
import { holdingWords, pageLimit, toFittingPage } from '../lists.js';
import { ContactMessage, contactMessage } from './contact-message.entity.js';

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
    const limit = pageLimit(request.limit);
    const after = decodeCursor(request.cursor);
    const list = this.dataSource.manager
      .createQueryBuilder(ContactMessage, 'message')
      .where('message.deletedAt IS NULL')
      .orderBy('message.createdAt', 'DESC')
      .addOrderBy('message.id', 'DESC');
    holdingWords(list, `concat_ws(' ', message.name, message.email, message.phone, message.feedback)`, request.q);
    if (after) {
      list.andWhere('(message.createdAt, message.id) < (CAST(:at AS timestamptz), CAST(:id AS uuid))', { ...after });
    }
    const rows = await list.limit(limit + 1).getMany();
    const position = ({ createdAt, id }: ContactMessage) => ({ at: createdAt, id });
    const { page, nextCursor } = toFittingPage(rows, limit, position, contactMessage);
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
