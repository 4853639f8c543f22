/** Texts that moderators save for replies and rejections. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { isId, newId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import { maxLength } from '@site/proto/fields';
import type { Id } from '@site/proto/gen/nest/common/v1/common';
import {
  SavedTextsServiceControllerMethods,
  type ListSavedTextsRequest,
  type SavedTextsServiceController,
  type SaveTextRequest,
} from '@site/proto/gen/nest/submissions/v1/saved_texts';
import { invalidField, readCaller, unprocessable } from '@site/proto/grpc';
import { maxSavedReplies, savedTextKinds } from '@site/proto/submissions/v1/saved-texts.schema';
import { DataSource } from 'typeorm';
import { SavedText } from './saved-text.entity.js';

function kindOf(text: string) {
  const kind = savedTextKinds.find((each) => each === text);
  if (!kind) throw invalidField('kind', 'kind must be reply or reason');
  return kind;
}

function checkLength(field: string, text: string, max: number) {
  const { length } = [...text];
  if (length < 1 || length > max) throw invalidField(field, `${field} must have 1 to ${max} characters`);
}

@Controller()
@SavedTextsServiceControllerMethods()
export class SavedTextsController implements SavedTextsServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async listSavedTexts({ kind }: ListSavedTextsRequest) {
    const rows = await this.dataSource.manager.findBy(SavedText, { kind: kindOf(kind) });
    const sortedRows = rows.sort((one, other) => one.title.localeCompare(other.title, 'en', { sensitivity: 'base' }));
    return { texts: sortedRows.map(({ id, title, text }) => ({ id, title, text })) };
  }

  /** Replaces the text with the same title, ignoring case. @throws INVALID_ARGUMENT */
  async saveText({ kind: name, title, text }: SaveTextRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    const kind = kindOf(name);
    checkLength('title', title, maxLength.name);
    checkLength('text', text, maxLength.message);
    return this.dataSource.transaction(async (manager) => {
      const [saved] = await manager.query<[SavedText]>(
        `INSERT INTO saved_texts (id, kind, title, text) VALUES ($1, $2, $3, $4)
         ON CONFLICT (kind, lower(title)) DO UPDATE SET title = excluded.title, text = excluded.text
         RETURNING id, title, text`,
        [newId(), kind, title, text],
      );
      if ((await manager.countBy(SavedText, { kind })) > maxSavedReplies)
        throw unprocessable(`There are already ${maxSavedReplies} saved texts. Delete one first.`);
      await audit(manager, caller, 'saved_text.save', saved.id, title);
      return saved;
    });
  }

  async deleteSavedText({ id }: Id, metadata?: Metadata) {
    const caller = readCaller(metadata);
    if (!isId(id)) return {};
    await this.dataSource.transaction(async (manager) => {
      const [[deleted]] = await manager.query<[{ title: string }[], number]>(
        'DELETE FROM saved_texts WHERE id = $1 RETURNING title',
        [id],
      );
      if (deleted) await audit(manager, caller, 'saved_text.delete', id, deleted.title);
    });
    return {};
  }
}
