import { status } from '@grpc/grpc-js';
import type { ArgumentsHost } from '@nestjs/common';
import { firstValueFrom } from 'rxjs';
import { testLogger } from '../../testing/logger.js';
import { RpcErrorFilter } from './rpc-edge.js';

const buildReply = (error: unknown) =>
  firstValueFrom(new RpcErrorFilter(testLogger).catch(error, {} as ArgumentsHost)).catch(
    (rejection: unknown) => rejection,
  );

describe('the error that a service returns', () => {
  it.each([
    ['a server that is shutting down', { code: '57P01' }],
    ['too many connections', { code: '53300' }],
    ['a lock that is held too long', { code: '55P03' }],
    ['a transaction that was ended for waiting', { code: '25P03' }],
    ["a transaction that stood in another one's way", { code: '40P01' }],
    ['a connection that cannot be made', { code: 'ECONNREFUSED' }],
    ['a database whose name is away with it', { code: 'EAI_AGAIN' }],
    ['a name that nobody knows at the moment', { code: 'ENOTFOUND' }],
    ['a machine that is away', { code: 'EHOSTUNREACH' }],
    ['a store that is overloaded', { code: 'SlowDown' }],
    ['a connection that is made too slowly', { message: 'timeout expired' }],
    ['no free connection', { message: 'timeout exceeded when trying to connect' }],
    ['a connection that broke before', { message: 'Client has encountered a connection error and is not queryable' }],
  ])(
    'is UNAVAILABLE for %s',
    async (_name, { code, message = 'from the driver' }: { code?: string; message?: string }) => {
      const driverError = Object.assign(new Error(message), { code });
      const wrapped = Object.assign(new Error(`query failed: ${message}`), { driverError });
      for (const error of [driverError, wrapped])
        expect(await buildReply(error)).toMatchObject({
          code: status.UNAVAILABLE,
          message: expect.not.stringContaining(message),
        });
    },
  );

  it.each([
    ['a statement that is wrong', Object.assign(new Error('column "secret" does not exist'), { code: '42703' })],
    ['a bug', new TypeError("Cannot read properties of undefined (reading 'secret')")],
    ['something that is no error', 'secret'],
  ])('is INTERNAL without its cause for %s', async (_name, error) => {
    expect(await buildReply(error)).toEqual({ code: status.INTERNAL, message: 'internal error' });
  });
});
