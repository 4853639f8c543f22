import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { emailKey } from '@site/domain/email-address';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { DataSource, IsNull } from 'typeorm';
import { Passwords } from './passwords.js';
import { Person } from './person.entity.js';

export const FIRST_ADMIN = Symbol('first admin');
export interface FirstAdminSettings {
  email: string | undefined;
  password: string | undefined;
}

/**
 * Creates the first admin at startup if there is none, under a lock. An existing admin is never changed: changed
 * variables don't change a password.
 */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(FIRST_ADMIN) private readonly settings: FirstAdminSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { email, password } = this.settings;
    await this.dataSource.transaction(async (manager) => {
      await manager.query("SELECT pg_advisory_xact_lock(hashtextextended('auth first admin', 0))");
      if (await manager.existsBy(Person, { role: 'admin', deletedAt: IsNull() })) return;
      if (!email || !password) {
        this.logger.warn('no admin exists, so no one can sign in: set both ADMIN_EMAIL and ADMIN_PASSWORD');
        return;
      }
      const passwordHash = await this.passwords.hash(password);
      const inserted = await manager.query<unknown[]>(
        `INSERT INTO people (id, name, email, role, password_hash) VALUES ($1, 'Administrator', $2, 'admin', $3)
         ON CONFLICT DO NOTHING RETURNING id`,
        [newId(), emailKey(email), passwordHash],
      );
      if (inserted.length === 1) this.logger.info('created the first admin');
      else this.logger.warn('no admin exists, and ADMIN_EMAIL belongs to a moderator');
    });
  }
}
