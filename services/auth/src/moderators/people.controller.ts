/** The dashboard's Users page: everyone with an account, their roles and lost second factors. */
import type { Metadata } from '@grpc/grpc-js';
import { Controller, Inject } from '@nestjs/common';
import { isId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import type { Id } from '@site/proto/gen/nest/common/v1/common';
import {
  PeopleServiceControllerMethods,
  type ChangeRoleRequest,
  type Colleague,
  type PeopleServiceController,
} from '@site/proto/gen/nest/auth/v1/people';
import { forbidden, notFound, unprocessable } from '@site/proto/grpc';
import { isRole, permissions, type Role } from '@site/domain/roles';
import { DataSource, In, IsNull, type EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../settings.js';
import { lockUser, Person } from '../people/person.entity.js';
import { endResets } from '../passwords/set-password.js';
import { tellOf, removeFactors } from '../second-factors/account-changes.js';
import { SecondFactor } from '../second-factors/factor-entities.js';
import { endSessions } from '../sessions/end-sessions.js';
import { readFreshSession, type SessionCaller } from '../sessions/recent-confirmation.js';

@Controller()
@PeopleServiceControllerMethods()
export class PeopleController implements PeopleServiceController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Lists the recipients of emails about submissions: all users whose role may review. */
  async listReviewers() {
    const people = await this.dataSource
      .getRepository(Person)
      .find({ where: { role: In(permissions.review) }, order: { createdAt: 'ASC', id: 'ASC' } });
    return { reviewers: people.map(({ id, name, email, role }) => ({ id, name, email, role })) };
  }

  /** Lists the users to whom a contact message can be assigned. */
  async listAssignees() {
    const people = await this.dataSource
      .getRepository(Person)
      .find({ where: { role: In(permissions.messages) }, order: { name: 'ASC', id: 'ASC' } });
    return { assignees: people.map(({ id, name }) => ({ id, name })) };
  }

  async listPeople() {
    const people = await this.dataSource
      .getRepository(Person)
      .find({ order: { role: 'ASC', createdAt: 'ASC', id: 'ASC' } });
    const enrolled = await this.dataSource.query<{ id: string }[]>(
      'SELECT DISTINCT person_id AS id FROM second_factors',
    );
    const withFactor = new Set(enrolled.map(({ id }) => id));
    return { people: people.map((user) => toMessage(user, withFactor.has(user.id))) };
  }

  /** Ends the user's sessions. @throws FAILED_PRECONDITION for oneself, the last admin, or an unknown role */
  async changeRole({ id, role }: ChangeRoleRequest, metadata?: Metadata) {
    if (!isRole(role)) throw unprocessable('Choose admin, editor or moderator');
    return this.forSomebodyElse(metadata, id, 'You cannot change your own role. Ask another admin.', (...parts) =>
      this.setRole(...parts, role),
    );
  }

  private async setRole(manager: EntityManager, caller: SessionCaller, user: Person, role: Role): Promise<Colleague> {
    const { id, name } = user;
    const hasFactor = await manager.existsBy(SecondFactor, { personId: id });
    if (user.role === role) return toMessage(user, hasFactor);
    const admins = await manager.countBy(Person, { role: 'admin', deletedAt: IsNull() });
    if (user.role === 'admin' && admins < 2) throw unprocessable('There must be at least one admin.');
    const now = this.clock();
    const version = user.version + 1;
    await manager.update(Person, id, { role, version, updatedAt: now });
    await endSessions(manager, id, now);
    await endResets(manager, id, now);
    // A former admin's invitations no longer count.
    await manager.query(
      'UPDATE invitations SET revoked_at = $2 WHERE invited_by = $1 AND accepted_at IS NULL AND revoked_at IS NULL',
      [id, now],
    );
    await audit(manager, caller, 'person.role', id, name, `${user.role} → ${role}`);
    await tellOf(manager, id, `made-${role}`);
    return toMessage({ ...user, role, version }, hasFactor);
  }

  /** Removes the factors of a user who lost them. @throws FAILED_PRECONDITION if there are none */
  async resetSecondFactor({ id }: Id, metadata?: Metadata) {
    await this.forSomebodyElse(
      metadata,
      id,
      'Remove your own second factors on the Security page.',
      async (manager, caller, user) => {
        if (!(await removeFactors(manager, id, this.clock()))) throw unprocessable('This person has no second factor.');
        await audit(manager, caller, 'factor.reset', id, user.name);
      },
    );
    return {};
  }

  /**
   * Runs `work` on another person for a recently authenticated admin. Calls are serialized: of two admins who demote
   * each other, the second is no longer an admin.
   */
  private async forSomebodyElse<Result>(
    metadata: Metadata | undefined,
    id: string,
    aboutOneself: string,
    work: (manager: EntityManager, caller: SessionCaller, user: Person) => Promise<Result>,
  ): Promise<Result> {
    const caller = await readFreshSession(this.dataSource, metadata, this.clock());
    if (id === caller.id) throw unprocessable(aboutOneself);
    return this.dataSource.transaction(async (manager) => {
      await manager.query("SELECT pg_advisory_xact_lock(hashtextextended('auth roles', 0))");
      const stillAdmin = await manager.existsBy(Person, { id: caller.id, role: 'admin', deletedAt: IsNull() });
      if (!stillAdmin) throw forbidden('Only an admin can manage users.');
      const user = isId(id) ? await lockUser(manager, id) : null;
      if (!user) throw notFound('This person does not exist.');
      return work(manager, caller, user);
    });
  }
}

const toMessage = ({ id, name, email, role, createdAt }: Person, secondFactor: boolean): Colleague => ({
  id,
  name,
  email,
  role,
  createdAt: createdAt.toISOString(),
  secondFactor,
});
