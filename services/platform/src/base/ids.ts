import { v7, validate } from 'uuid';

/** Returns a new UUIDv7. It sorts by time, so it serves as key and as creation order. */
export const newId = (): string => v7();

/** Returns whether a text has the form of our ids. Callers treat any other text like an unknown id. */
export const isId = (value: string): boolean => validate(value);
