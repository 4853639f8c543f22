import { v7, validate } from 'uuid';

/** A new UUIDv7: it sorts by time, so it is both key and creation order. */
export const newId = (): string => v7();

/** Whether a text can be one of our ids; anything else is answered like an unknown id. */
export const isId = (value: string): boolean => validate(value);
