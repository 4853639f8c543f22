import { status } from '@grpc/grpc-js';
import type { RpcException } from '@nestjs/microservices';
import { newId } from '../base/ids.js';
import { decodeCursor, encodeCursor, type SortType } from './keyset.js';

const id = newId();

describe('a cursor', () => {
  it.each<[SortType, string]>([
    ['timestamptz', '2026-01-01T00:00:00.000Z'],
    ['integer', '-40'],
    ['integer', '2147483647'],
    ['text', 'Lake View'],
    ['text', 'one | two'],
    ['text', ''],
  ])('continues a list sorted by %s after %p', (type, at) => {
    expect(decodeCursor(encodeCursor({ at, id }), type)).toEqual({ at, id });
  });

  it.each<[SortType, string]>([
    ['timestamptz', ''],
    ['timestamptz', '12'],
    ['timestamptz', '2026-01-01T00:00:00.000Z|2026-01-01T00:00:00.000Z'],
    ['integer', ''],
    ['integer', '2147483648'],
    ['integer', '1e3'],
    ['integer', '2026-01-01T00:00:00.000Z'],
    ['text', 'a\0b'],
  ])('is refused in a list sorted by %s with %p', (type, at) => {
    const rejected = (error: unknown) => (error as RpcException).getError() as { code: status };
    try {
      decodeCursor(encodeCursor({ at, id }), type);
    } catch (error) {
      expect(rejected(error).code).toBe(status.INVALID_ARGUMENT);
      return;
    }
    throw new Error('it was taken');
  });
});
