/** Contact messages: visitors send them; the dashboard lists, assigns, deletes and replies to them. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { audit } from '@site/platform/data/audit';
import { isId, newId } from '@site/platform/base/ids';
import { containsWordSql, readPage, parseSearchTerms } from '@site/platform/data/lists';
import { GroupCommit } from '@site/platform/data/group-commit';
import { emailKey } from '@site/domain/email-address';
import { invalid, invalidField, readCaller } from '@site/proto/grpc';
import type { Id } from '@site/proto/gen/nest/common/v1/common';
import {
  ContactServiceControllerMethods,
  type AssignMessageRequest,
  type ContactServiceController,
  type CreateContactMessageRequest,
  type CreateContactMessagesRequest,
  type DryRunContactMessageRequest,
  type ListContactMessagesRequest,
  type ReplyToMessageRequest,
  type SetMessagesStateRequest,
  type UpdateNoteRequest,
} from '@site/proto/gen/nest/submissions/v1/contact';
import { messageStates, maxMessagesPerRequest } from '@site/proto/submissions/v1/contact.schema';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { MailQueueAge } from '../mail/mail-queue-age.js';
import { ContactMessage, contactMessage } from './contact-message.entity.js';
import { assign, findMessage, setStates, unknownMessage, updateNote, reply } from './handling.js';

const searched = `concat_ws(' ', message.name, message.email, message.phone, message.feedback)`;
const order = { by: 'createdAt', newestFirst: true, searched } as const;

const checkState = (state: string) => {
  if (messageStates.some((each) => each === state)) return;
  throw invalidField('state', 'state must be new or handled');
};

/** SQL conditions of the list's states. */
const stateConditions: Readonly<Record<string, string>> = {
  new: 'message.handledAt IS NULL',
  handled: 'message.handledAt IS NOT NULL',
  mine: 'message.handledAt IS NULL AND message.assignedTo = :caller',
};

const creation = new GroupCommit({
  scope: 'contact.create',
  columns: 'id uuid, name text, phone text, email text, feedback text',
  effect: `kept AS (
    INSERT INTO contact_messages (id, name, phone, email, feedback)
    SELECT id, name, phone, email, feedback FROM claimed
  )`,
  submissionOf({ name, phone, email, feedback, idempotency: claim }: CreateContactMessageRequest) {
    if (!claim) throw invalid('The idempotency claim is missing.');
    const id = newId();
    return { claim, result: { id }, row: { id, name, phone, email: emailKey(email), feedback } };
  },
});

@Controller()
@ContactServiceControllerMethods()
export class ContactController implements ContactServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(MailQueueAge) private readonly mailQueueAge: MailQueueAge,
  ) {}

  /** Stores message and idempotency record in one statement: a response guarantees that the message is stored. */
  async createContactMessage(request: CreateContactMessageRequest) {
    const { result, replayed } = await creation.single(this.dataSource, request);
    return { id: result.id, replayed };
  }

  /** Stores a batch in one statement. An id is empty if its message must be sent again on its own. */
  async createContactMessages({ messages }: CreateContactMessagesRequest) {
    const stored = await creation.batch(this.dataSource, messages);
    return { ids: stored.map((message) => message?.id ?? '') };
  }

  /** Monitoring: runs the same statement and rolls it back. @returns the age of the oldest unsent mail, in seconds */
  async dryRunContactMessage({ message }: DryRunContactMessageRequest) {
    if (!message) throw invalid('The message is missing.');
    // A unique claim, which can't match a real message's record or wait for its lock.
    await creation.dryRun(this.dataSource, { ...message, idempotency: { fingerprint: newId() } });
    return { oldestUnsentMailSeconds: await this.mailQueueAge.seconds() };
  }

  /** @throws INVALID_ARGUMENT for an unknown state, NOT_FOUND for an unknown `sameSenderAs` */
  async listContactMessages(request: ListContactMessagesRequest, metadata?: Metadata) {
    const { id: caller } = readCaller(metadata);
    const { state, q, sameSenderAs: id } = request;
    const list = this.kept();
    if (state !== undefined) {
      const condition = stateConditions[state];
      if (!condition) throw invalidField('state', 'state must be new, mine or handled');
      list.andWhere(condition, { caller });
    }
    if (id !== undefined) {
      const { email } = await findMessage(this.dataSource.manager, id);
      list.andWhere('lower(message.email) = lower(:email) AND message.id <> :id', { email, id });
    }
    const { page, nextCursor } = await readPage(list, request, order, contactMessage);
    return { messages: page, nextCursor, ...(await this.count(q, caller)) };
  }

  private kept(): SelectQueryBuilder<ContactMessage> {
    return this.dataSource.manager.createQueryBuilder(ContactMessage, 'message').where('message.deletedAt IS NULL');
  }

  private async count(q: string | undefined, caller: string) {
    const all = this.kept().select([]).setParameters({ caller });
    for (const [state, condition] of Object.entries(stateConditions))
      all.addSelect(`count(*) FILTER (WHERE ${condition})::integer`, `${state}Count`);
    parseSearchTerms(q).forEach((word, index) =>
      all.andWhere(containsWordSql(searched, `:word${index}`), { [`word${index}`]: word }),
    );
    const none = { newCount: 0, handledCount: 0, mineCount: 0 };
    return (await all.getRawOne<typeof none>()) ?? none;
  }

  /** Moves the message to the trash. Idempotent. @throws NOT_FOUND */
  async deleteContactMessage({ id }: Id, metadata?: Metadata) {
    const caller = readCaller(metadata);
    if (!isId(id)) throw unknownMessage();
    await this.dataSource.transaction(async (manager) => {
      const [[deleted]] = await manager.query<[{ name: string }[], number]>(
        'UPDATE contact_messages SET deleted_at = now() WHERE id = $1 AND deleted_at IS NULL RETURNING name',
        [id],
      );
      if (deleted) return audit(manager, caller, 'contact.delete', id, deleted.name);
      if (!(await manager.existsBy(ContactMessage, { id }))) throw unknownMessage();
    });
    return {};
  }

  /** Marks several messages; each gets a separate outcome. */
  async setMessagesState({ ids, state }: SetMessagesStateRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    checkState(state);
    if (ids.length === 0 || ids.length > maxMessagesPerRequest)
      throw invalidField('ids', `ids must name 1 to ${maxMessagesPerRequest} messages`);
    const named = [...new Set(ids)];
    const rows = await this.dataSource.transaction((manager) =>
      setStates(manager, named.filter(isId), state === 'handled', caller),
    );
    return {
      outcomes: named.map((id) => {
        const row = rows.get(id);
        return { id, message: row && contactMessage(row) };
      }),
    };
  }

  async assignMessage(request: AssignMessageRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    return this.dataSource.transaction(async (manager) => {
      await assign(manager, request, caller);
      return contactMessage(await findMessage(manager, request.id));
    });
  }

  async updateNote(request: UpdateNoteRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    return this.dataSource.transaction(async (manager) => {
      await updateNote(manager, request, caller);
      return contactMessage(await findMessage(manager, request.id));
    });
  }

  async replyToMessage(request: ReplyToMessageRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    return this.dataSource.transaction(async (manager) => {
      await reply(manager, request, caller);
      return contactMessage(await findMessage(manager, request.id));
    });
  }
}
