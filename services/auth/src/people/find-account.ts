import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { Person } from './person.entity.js';

/** Drops NUL, the one character that Postgres text cannot hold; no account has it in its address. */
export const withoutNul = (text: string) => text.replaceAll('\0', '');

/** E-mail addresses that differ only in case or in how an accent is encoded are one account. */
export const accountHashOf = (email: string): string =>
  createHash('sha256').update(email.trim().normalize('NFC').toLowerCase()).digest('hex');

export interface Account {
  /** As stored: Postgres takes some spellings for equal that JavaScript tells apart. */
  email: string;
  /** What the limits count by, for known and unknown addresses alike. */
  hash: string;
  person: Person | null;
}

/** The account of an address, whatever its case and the blanks around it. It may belong to nobody. */
export async function findAccount(dataSource: DataSource, typed: string): Promise<Account> {
  const email = withoutNul(typed).trim();
  const person = await dataSource
    .getRepository(Person)
    .createQueryBuilder('person')
    .where('lower(person.email) = lower(:email)', { email })
    .getOne();
  return { email: person?.email ?? email, hash: accountHashOf(person?.email ?? email), person };
}
