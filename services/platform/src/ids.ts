import { v7, validate } from 'uuid';

/** A new UUIDv7: sorts by time, so it is key and creation order at once. */
export const newId = (): string => v7();

/** Whether a path parameter can be one of our ids; anything else is answered like an unknown id. */
export const isId = (value: string): boolean => validate(value);
