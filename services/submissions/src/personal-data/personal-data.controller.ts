/** Exports and erases what the submissions service stores about a person. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { isId, newId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import { emailKey } from '@site/domain/email-address';
import { invalid, readCaller } from '@site/proto/grpc';
import {
  PersonalDataServiceControllerMethods,
  type ErasePersonalDataRequest,
  type ErasePersonalDataResponse,
  type ExportPersonalDataRequest,
  type PersonalDataServiceController,
} from '@site/proto/gen/nest/submissions/v1/personal_data';
import { DataSource, type EntityManager } from 'typeorm';
import { eraseItems } from './erase-records.js';
import { isTheirs, readSubscription, readItems, type DataSubject } from './stored-records.js';

type Counts = Pick<ErasePersonalDataResponse, 'snapshots' | 'sponsors' | 'messages' | 'newsletter'>;

/** Formats the counts for the log: "2 snapshots, 1 message". */
function formatCounts({ snapshots, sponsors, messages, newsletter }: Counts): string {
  const parts = [
    [snapshots, 'snapshot'],
    [sponsors, 'sponsor'],
    [messages, 'message'],
    [newsletter, 'newsletter subscription'],
  ] as const;
  const counts = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`);
  return counts.join(', ') || 'nothing';
}

const toDataSubject = ({ email, phone }: Pick<ErasePersonalDataRequest, 'email' | 'phone'>): DataSubject =>
  phone === undefined ? { by: 'email', value: emailKey(email) } : { by: 'phone', value: phone };

@Controller()
@PersonalDataServiceControllerMethods()
export class PersonalDataController implements PersonalDataServiceController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Returns a page; the first one has the receipt and the subscription, and is audited. */
  async exportPersonalData(request: ExportPersonalDataRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    const { cursor } = request;
    if (cursor !== undefined && !isId(cursor)) throw invalid('cursor is not valid');
    const person = toDataSubject(request);
    return this.dataSource.transaction(async (manager) => {
      const { nextId, ...items } = await readItems(manager, person, cursor);
      const page = { receipt: '', exportedAt: new Date().toISOString(), ...items, nextCursor: nextId };
      if (cursor !== undefined) return page;
      const receipt = newId();
      await audit(manager, caller, 'person.export', receipt, '', formatCounts(await this.count(manager, person)));
      return { ...page, receipt, newsletter: await readSubscription(manager, person) };
    });
  }

  /** Returns counts and a receipt, under which the audit log has the erasure. Sponsors on the site stay. */
  async erasePersonalData(request: ErasePersonalDataRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    return this.dataSource.transaction(async (manager) => {
      const receipt = newId();
      const erased = await eraseItems(manager, toDataSubject(request));
      const touched = { ...erased, sponsors: erased.sponsors + erased.sponsorsRetained };
      await audit(manager, caller, 'person.erase', receipt, '', formatCounts(touched));
      return { receipt, ...erased };
    });
  }

  private async count(manager: EntityManager, person: DataSubject): Promise<Counts> {
    const of = (table: string) => `(SELECT count(*)::integer FROM ${table} WHERE ${isTheirs(table, person)})`;
    const [counts] = await manager.query<[Counts]>(
      `SELECT ${of('snapshots')} AS snapshots, ${of('sponsors')} AS sponsors, ${of('contact_messages')} AS messages,
         ${of('newsletter_subscribers')} AS newsletter`,
      [person.value],
    );
    return counts;
  }
}
