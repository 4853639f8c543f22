/** Finds the account of an email address. */
import { createHash } from 'node:crypto';
import { emailKey } from '@site/domain/email-address';
import type { DataSource } from 'typeorm';
import { Person } from './person.entity.js';

/** Postgres text can't contain NUL. */
export const withoutNul = (text: string) => text.replaceAll('\0', '');

/** All spellings of an email address are one account. */
export const accountHashOf = (email: string): string => createHash('sha256').update(emailKey(email)).digest('hex');

export interface Account {
  email: string;
  /** For limits, for known and unknown addresses alike. */
  hash: string;
  user: Person | null;
}

/** Accepts any spelling. */
export async function findAccount(dataSource: DataSource, typed: string): Promise<Account> {
  const email = emailKey(typed);
  const user = await dataSource
    .getRepository(Person)
    .createQueryBuilder('person')
    .where('lower(person.email) = lower(:email)', { email })
    .getOne();
  return { email, hash: accountHashOf(email), user: user };
}
