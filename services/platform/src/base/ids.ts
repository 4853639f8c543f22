import { v7, validate } from 'uuid';

/** Returns a UUIDv7. It sorts by time, so it serves as creation order. */
export const newId = (): string => v7();

/** Returns whether a text has the form of our ids. Any other text is treated like an unknown id. */
export const isId = (value: string): boolean => validate(value);
