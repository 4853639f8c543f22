import { Controller, Inject } from '@nestjs/common';
import { once } from '@site/platform/idempotency';
import { newId } from '@site/platform/ids';
import { invalid } from '@site/proto/grpc';
import {
  ContactServiceControllerMethods,
  type ContactServiceController,
  type CreateContactMessageRequest,
  type CreateContactMessageResponse,
} from '@site/proto/gen/nest/submissions/v1/contact';
import { DataSource } from 'typeorm';
import { ContactMessage } from './contact-message.entity.js';

@Controller()
@ContactServiceControllerMethods()
export class ContactController implements ContactServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Message and idempotency record are one transaction: answered means kept. */
  async createContactMessage(request: CreateContactMessageRequest): Promise<CreateContactMessageResponse> {
    const { name, phone, email, feedback, idempotency } = request;
    if (!idempotency) throw invalid('The idempotency claim is missing.');
    return this.dataSource.transaction(async (manager) => {
      const { answer, replayed } = await once(manager, 'contact.create', idempotency, async () => {
        const id = newId();
        await manager.insert(ContactMessage, { id, name, phone, email, feedback });
        return { id };
      });
      return { id: answer.id, replayed };
    });
  }
}
