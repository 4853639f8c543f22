import { IsNull, type EntityManager } from 'typeorm';
import { Person } from './person.entity.js';

/** Returns the row of a user who is not deleted, and locks it until the transaction ends. */
export const lockPerson = (manager: EntityManager, id: string): Promise<Person | null> =>
  manager.findOne(Person, { where: { id, deletedAt: IsNull() }, lock: { mode: 'for_no_key_update' } });
