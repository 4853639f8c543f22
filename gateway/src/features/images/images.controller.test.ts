import { newId } from '@site/platform/base/ids';
import { notFound, unavailable } from '@site/proto/grpc';
import type { Role } from '@site/domain/roles';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const rpc = 'images.v1.ImagesService/RetryImage';
const retry = (id: string, role: Role = 'admin') =>
  request(provided.gateway.url)
    .post(`/admin/main/pictures/${id}/retry`)
    .set('Authorization', `Bearer ${provided.services.signIn(role).token}`);

beforeEach(() => {
  for (const owner of ['content', 'submissions'] as const)
    provided.services[owner].handlers[rpc] = () => {
      throw notFound('This picture does not exist.');
    };
});

it('makes the service with the picture retry it', async () => {
  const target: unknown[] = [];
  provided.services.content.handlers[rpc] = (message: unknown) => {
    target.push(message);
    return {};
  };
  const id = newId();
  const { status, body } = await retry(id);
  expect([status, body]).toEqual([200, { status: true, action: 'The picture will be processed again.', data: null }]);
  expect(target).toEqual([{ id }]);
});

it('returns 404 for an unknown picture, and an error if a service is unreachable', async () => {
  expect((await retry(newId())).status).toBe(404);
  provided.services.submissions.handlers[rpc] = () => {
    throw unavailable('The service is busy.', 7);
  };
  expect((await retry(newId())).status).toBe(503);
});

it('only calls services whose pictures the caller may manage', async () => {
  const target: string[] = [];
  for (const owner of ['content', 'submissions'] as const)
    provided.services[owner].handlers[rpc] = () => {
      target.push(owner);
      return {};
    };
  for (const role of ['editor', 'moderator'] as const) expect((await retry(newId(), role)).status).toBe(200);
  expect(target).toEqual(['content', 'submissions']);
});
