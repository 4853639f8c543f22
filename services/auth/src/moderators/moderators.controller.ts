import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { audit } from '@site/platform/audit';
import { once } from '@site/platform/idempotency';
import { isId, newId } from '@site/platform/ids';
import { decodeCursor, toPage } from '@site/platform/keyset';
import { isUniqueViolation } from '@site/platform/trash';
import {
  ModeratorsServiceControllerMethods,
  type CreateModeratorRequest,
  type CreateModeratorResponse,
  type DeleteModeratorRequest,
  type DeleteModeratorResponse,
  type ListModeratorsRequest,
  type ListModeratorsResponse,
  type Moderator,
  type ModeratorsServiceController,
  type UpdateModeratorRequest,
  type UpdateModeratorResponse,
} from '@site/proto/gen/nest/auth/v1/moderators';
import { conflict, forbidden, invalid, notFound, readCaller, type Caller } from '@site/proto/grpc';
import { DataSource, type EntityManager } from 'typeorm';
import { KeyedHash } from '../passwords/keyed-hash.js';
import { refuseCommonPassword } from '../passwords/password-strength.js';
import { setPassword, endResets } from '../passwords/set-password.js';
import { Passwords } from '../people/passwords.js';
import { Person } from '../people/person.entity.js';
import { CLOCK, type Clock } from '../sessions/clock.js';
import { endSessions } from '../sessions/end-sessions.js';

const unknown = () => notFound('This moderator does not exist.');

@Controller()
@ModeratorsServiceControllerMethods()
export class ModeratorsController implements ModeratorsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(KeyedHash) private readonly keyed: KeyedHash,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async listModerators(
    { cursor, limit, query }: ListModeratorsRequest,
    metadata?: Metadata,
  ): Promise<ListModeratorsResponse> {
    requireAdmin(metadata);
    const after = decodeCursor(cursor);
    const found = this.dataSource
      .getRepository(Person)
      .createQueryBuilder('person')
      .where("person.role = 'moderator'")
      .orderBy('person.createdAt')
      .addOrderBy('person.id')
      .limit(limit + 1);
    if (after)
      found.andWhere('(person.createdAt, person.id) > (CAST(:at AS timestamptz), CAST(:id AS uuid))', { ...after });
    if (query)
      found.andWhere(
        '(strpos(lower(person.name), lower(:query)) > 0 OR strpos(lower(person.email), lower(:query)) > 0)',
        {
          query,
        },
      );
    const { page, nextCursor } = toPage(await found.getMany(), limit, ({ createdAt, id }) => ({
      at: createdAt.toISOString(),
      id,
    }));
    return { moderators: page.map(toMessage), ...(nextCursor && { nextCursor }) };
  }

  async createModerator(request: CreateModeratorRequest, metadata?: Metadata): Promise<CreateModeratorResponse> {
    const caller = requireAdmin(metadata);
    const { name, email, password, idempotencyKey } = request;
    refuseCommonPassword(password, 'password', request);
    const passwordHash = await this.passwords.hash(password);
    // Keyed, and made here: an ordinary fingerprint of a password would be a hash of it that is quickly reversed.
    const fingerprint = this.keyed.of('moderator', name, email, password);
    const claim = { fingerprint, ...(idempotencyKey !== undefined && { key: idempotencyKey }) };
    return withFreeAddress(() =>
      this.dataSource.transaction(async (manager) => {
        const insert = async () => {
          const id = newId();
          const now = this.clock();
          const person = { id, name, email, role: 'moderator' as const, passwordHash, createdAt: now, updatedAt: now };
          await manager.insert(Person, person);
          await audit(manager, caller, 'moderator.create', id, name);
          return { id };
        };
        const { answer } = await once(manager, 'moderator.create', claim, insert);
        const made = await findMessage(manager, answer.id);
        // Made, deleted and asked for once more: that is no repetition.
        return { moderator: made ?? (await findMessage(manager, (await insert()).id)) };
      }),
    );
  }

  async updateModerator(request: UpdateModeratorRequest, metadata?: Metadata): Promise<UpdateModeratorResponse> {
    const caller = requireAdmin(metadata);
    const { id, name, email, password, expectedVersion } = request;
    if (!isId(id)) throw unknown();
    if (password !== undefined) refuseCommonPassword(password, 'password', request);
    const passwordHash = password === undefined ? undefined : await this.passwords.hash(password);
    return withFreeAddress(() =>
      this.dataSource.transaction(async (manager) => {
        const person = await lockModerator(manager, id);
        if (!person || person.deletedAt) throw unknown();
        if (expectedVersion !== undefined && expectedVersion !== person.version)
          throw conflict('Someone else changed this in the meantime. Reload to see the latest version.');
        const now = this.clock();
        await manager.update(Person, id, { name, email, version: person.version + 1, updatedAt: now });
        // A code that is on its way went to the address of before.
        if (email !== person.email) await endResets(manager, id, now);
        if (passwordHash !== undefined)
          await setPassword(manager, { personId: id, passwordHash, at: now, insteadOf: person.passwordHash });
        await audit(manager, caller, 'moderator.edit', id, name);
        return { moderator: await findMessage(manager, id) };
      }),
    );
  }

  async deleteModerator({ id }: DeleteModeratorRequest, metadata?: Metadata): Promise<DeleteModeratorResponse> {
    const caller = requireAdmin(metadata);
    if (!isId(id)) throw unknown();
    await this.dataSource.transaction(async (manager) => {
      const person = await lockModerator(manager, id);
      if (!person) throw unknown();
      if (person.deletedAt) return;
      // By the clock of the trash, which says for how long it can be brought back.
      await manager.query('UPDATE people SET deleted_at = now() WHERE id = $1', [id]);
      const now = this.clock();
      await endSessions(manager, id, now);
      await endResets(manager, id, now);
      await audit(manager, caller, 'moderator.delete', id, person.name);
    });
    return {};
  }
}

function requireAdmin(metadata: Metadata | undefined): Caller {
  const caller = readCaller(metadata);
  if (caller.role !== 'admin') throw forbidden('Only an admin can look after moderators.');
  return caller;
}

/** The row, living or deleted, held until the transaction ends. */
const lockModerator = (manager: EntityManager, id: string): Promise<Person | null> =>
  manager.findOne(Person, {
    where: { id, role: 'moderator' },
    withDeleted: true,
    lock: { mode: 'pessimistic_write' },
  });

async function findMessage(manager: EntityManager, id: string): Promise<Moderator | undefined> {
  const person = await manager.findOneBy(Person, { id });
  return person ? toMessage(person) : undefined;
}

const toMessage = ({ id, name, email, createdAt, version }: Person): Moderator => ({
  id,
  name,
  email,
  createdAt: createdAt.toISOString(),
  version,
});

/** @throws INVALID_ARGUMENT with the field email when the work meets an address that is taken */
async function withFreeAddress<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = 'This email address belongs to somebody already.';
    throw invalid(message, [{ field: 'email', message }]);
  }
}
