/** The dashboard's moderator accounts, which admins list, create, edit and delete. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { audit } from '@site/platform/data/audit';
import { once } from '@site/platform/data/idempotency';
import { isId, newId } from '@site/platform/base/ids';
import { containsWordSql, readPage } from '@site/platform/data/lists';
import { isUniqueViolation } from '@site/platform/lifecycle/trash';
import { assertCurrentVersion } from '@site/platform/data/versions';
import type { Id } from '@site/proto/gen/nest/common/v1/common';
import {
  ModeratorsServiceControllerMethods,
  type CreateModeratorRequest,
  type ListModeratorsRequest,
  type Moderator,
  type ModeratorsServiceController,
  type UpdateModeratorRequest,
} from '@site/proto/gen/nest/auth/v1/moderators';
import { emailKey, emailQuery } from '@site/domain/email-address';
import { invalid, notFound, readCaller } from '@site/proto/grpc';
import { DataSource, type EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../settings.js';
import { KeyedHash } from '../sessions/keyed-hash.js';
import { PasswordStrength } from '../passwords/password-strength.js';
import { setPassword, endResets } from '../passwords/set-password.js';
import { Passwords } from '../people/passwords.js';
import { Person } from '../people/person.entity.js';
import { endSessions } from '../sessions/end-sessions.js';

const unknown = () => notFound('This moderator does not exist.');

@Controller()
@ModeratorsServiceControllerMethods()
export class ModeratorsController implements ModeratorsServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(PasswordStrength) private readonly strength: PasswordStrength,
    @Inject(KeyedHash) private readonly keyed: KeyedHash,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async listModerators({ cursor, limit, query }: ListModeratorsRequest) {
    const list = this.dataSource.getRepository(Person).createQueryBuilder('person').where("person.role = 'moderator'");
    const matches = [containsWordSql('person.name', ':query'), containsWordSql('person.email', ':address')].join(
      ' OR ',
    );
    if (query) list.andWhere(`(${matches})`, { query, address: emailQuery(query) });
    const { page, nextCursor } = await readPage(list, { cursor, limit }, { by: 'createdAt' }, toMessage);
    return { moderators: page, nextCursor };
  }

  /** Idempotent by key. @throws INVALID_ARGUMENT naming `email` if taken, or `password` if weak */
  async createModerator(request: CreateModeratorRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    const { name, password, idempotencyKey } = request;
    const email = emailKey(request.email);
    await this.strength.rejectWeak(password, 'password', request);
    const passwordHash = await this.passwords.hash(password);
    // A plain fingerprint would contain a hash of the password that is easily brute-forced.
    const fingerprint = this.keyed.of('moderator', name, email, password);
    const claim = { fingerprint, ...(idempotencyKey !== undefined && { key: idempotencyKey }) };
    return withFreeAddress(() =>
      this.dataSource.transaction(async (manager) => {
        const insert = async () => {
          const id = newId();
          const now = this.clock();
          const user = { id, name, email, role: 'moderator' as const, passwordHash, createdAt: now, updatedAt: now };
          await manager.insert(Person, user);
          await audit(manager, caller, 'moderator.create', id, name);
          return { id };
        };
        const { response } = await once(manager, 'moderator.create', claim, insert);
        const created = await manager.findOneBy(Person, { id: response.id });
        // If the moderator was deleted, a repeated request creates a new one.
        return toMessage(created ?? (await manager.findOneByOrFail(Person, await insert())));
      }),
    );
  }

  /** Without a password, the current one stays. @throws ABORTED for an outdated `expectedVersion` */
  async updateModerator(request: UpdateModeratorRequest, metadata?: Metadata) {
    const caller = readCaller(metadata);
    const { id, name, password, expectedVersion } = request;
    const email = emailKey(request.email);
    if (!isId(id)) throw unknown();
    if (password !== undefined) await this.strength.rejectWeak(password, 'password', request);
    const passwordHash = password === undefined ? undefined : await this.passwords.hash(password);
    return withFreeAddress(() =>
      this.dataSource.transaction(async (manager) => {
        const user = await lockModerator(manager, id);
        if (!user || user.deletedAt) throw unknown();
        assertCurrentVersion(expectedVersion, user.version);
        const now = this.clock();
        await manager.update(Person, id, { name, email, version: user.version + 1, updatedAt: now });
        // A pending code was sent to the old address.
        if (email !== user.email) await endResets(manager, id, now);
        if (passwordHash !== undefined)
          await setPassword(manager, { personId: id, passwordHash, at: now, insteadOf: user.passwordHash });
        const changed = [email !== user.email && 'new address', passwordHash !== undefined && 'new password'];
        await audit(manager, caller, 'moderator.edit', id, name, changed.filter(Boolean).join(', '));
        return toMessage(await manager.findOneByOrFail(Person, { id }));
      }),
    );
  }

  /** Moves the account to the trash and ends its sessions and password resets. */
  async deleteModerator({ id }: Id, metadata?: Metadata) {
    const caller = readCaller(metadata);
    if (!isId(id)) throw unknown();
    await this.dataSource.transaction(async (manager) => {
      const user = await lockModerator(manager, id);
      if (!user) throw unknown();
      if (user.deletedAt) return;
      // By the database's clock, which also counts the trash's days.
      await manager.query('UPDATE people SET deleted_at = now() WHERE id = $1', [id]);
      const now = this.clock();
      await endSessions(manager, id, now);
      await endResets(manager, id, now);
      await audit(manager, caller, 'moderator.delete', id, user.name);
    });
    return {};
  }
}

/** Locks the row, deleted or not. */
const lockModerator = (manager: EntityManager, id: string): Promise<Person | null> =>
  manager.findOne(Person, {
    where: { id, role: 'moderator' },
    withDeleted: true,
    lock: { mode: 'pessimistic_write' },
  });

const toMessage = ({ id, name, email, createdAt, version }: Person): Moderator => ({
  id,
  name,
  email,
  createdAt: createdAt.toISOString(),
  version,
});

/** @throws INVALID_ARGUMENT naming `email` when it is taken */
async function withFreeAddress<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = 'Another account already uses this email address.';
    throw invalid(message, [{ field: 'email', message }]);
  }
}
