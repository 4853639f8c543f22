import type { DataSource } from 'typeorm';
import { accountHashOf } from '../sessions/sign-in-limits.js';
import { Person } from './person.entity.js';

/** Postgres text holds every character but this one; an address with it belongs to nobody. */
export const withoutNul = (text: string) => text.replaceAll('\0', '');

export interface Account {
  /** As it is stored: Postgres finds some ways of writing equal that JavaScript tells apart. */
  email: string;
  /** What limits count by, of known and unknown addresses alike. */
  hash: string;
  person: Person | null;
}

/** The account that an address stands for, whatever its case and blanks around it; also one that belongs to nobody. */
export async function findAccount(dataSource: DataSource, typed: string): Promise<Account> {
  const email = withoutNul(typed).trim();
  const person = await dataSource
    .getRepository(Person)
    .createQueryBuilder('person')
    .where('lower(person.email) = lower(:email)', { email })
    .getOne();
  return { email: person?.email ?? email, hash: accountHashOf(person?.email ?? email), person };
}
