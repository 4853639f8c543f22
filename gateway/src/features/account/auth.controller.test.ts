import { findCaller, invalid, tooMany } from '@site/proto/grpc';
import request from 'supertest';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });

const services = 'auth.v1.PasswordsService';
function answering(method: string, response: object): { asked: Record<string, unknown>[]; callers: unknown[] } {
  const timing = { asked: [] as Record<string, unknown>[], callers: [] as unknown[] };
  provided.services.auth.handlers[`${services}/${method}`] = (message, metadata) => {
    timing.asked.push(message);
    timing.callers.push(findCaller(metadata));
    return response;
  };
  return timing;
}
const refusing = (method: string, error: Error) => {
  provided.services.auth.handlers[`${services}/${method}`] = () => {
    throw error;
  };
};
const post = (path: string, token?: string) => {
  const call = request(provided.gateway.url).post(`/admin/auth/${path}`);
  return token ? call.set('Authorization', `Bearer ${token}`) : call;
};
const firstFault = ({ status, body }: request.Response) => [status, body.errors?.[0]?.field, body.errors?.[0]?.message];

const longPassword = 'x'.repeat(129);

describe('POST /admin/auth/change/password', () => {
  const change = (fields: Record<string, string>, role: 'admin' | 'moderator' = 'admin') => {
    const call = post('change/password', provided.services.signIn(role).token);
    for (const [name, value] of Object.entries(fields)) void call.field(name, value);
    return call;
  };
  const passwords = { old_password: 'the old one', new_password: 'a new one of mine' };

  it.each(['admin', 'moderator'] as const)('accepts the form of a signed-in %s for their own account', async (role) => {
    const timing = answering('ChangePassword', {});
    const { token, sub } = provided.services.signIn(role);
    const { status, body } = await post('change/password', token)
      .field('old_password', ' the old one ')
      .field('new_password', ' a new one of mine ');
    expect([status, body]).toEqual([200, { status: true, action: 'Password changed successfully', data: null }]);
    // Leading and trailing spaces belong to a password.
    expect(timing.asked).toEqual([{ oldPassword: ' the old one ', newPassword: ' a new one of mine ' }]);
    expect(timing.callers).toEqual([expect.objectContaining({ id: sub, role })]);
  });

  it.each<[Partial<typeof passwords> & Record<string, string>, string, string]>([
    [{ new_password: 'a new one of mine' }, 'old_password', 'Old password is required'],
    [{ ...passwords, old_password: '' }, 'old_password', 'Old password is required'],
    [{ ...passwords, old_password: longPassword }, 'old_password', 'Password must be at most 128 characters'],
    [{ old_password: 'the old one' }, 'new_password', 'New password is required'],
    [{ ...passwords, new_password: '' }, 'new_password', 'New password is required'],
    [{ ...passwords, new_password: '1234567' }, 'new_password', 'Password must be at least 8 characters'],
    [{ ...passwords, new_password: longPassword }, 'new_password', 'Password must be at most 128 characters'],
    [{ ...passwords, role: 'admin' }, 'role', 'Unknown field'],
    [{ ...passwords, id: 'x' }, 'id', 'Unknown field'],
  ])('refuses %j', async (fields, field, message) => {
    const timing = answering('ChangePassword', {});
    expect(firstFault(await change(fields))).toEqual([400, field, message]);
    expect(timing.asked).toEqual([]);
  });

  it("passes on the service's validation errors", async () => {
    refusing(
      'ChangePassword',
      invalid('Old password is wrong', [{ field: 'old_password', message: 'Old password is wrong' }]),
    );
    const wrong = await change(passwords);
    expect([...firstFault(wrong), wrong.body.action]).toEqual([
      400,
      'old_password',
      'Old password is wrong',
      'Old password is wrong',
    ]);
    refusing(
      'ChangePassword',
      tooMany('Too many attempts with a wrong old password. Please try again in 10 minutes.', 600),
    );
    const often = await change(passwords);
    expect([often.status, often.headers['retry-after']]).toEqual([429, '600']);
  });

  it('accepts no file', async () => {
    const { token } = provided.services.signIn('admin');
    const response = await post('change/password', token).attach('old_password', Buffer.from('x'), 'x.txt');
    expect(response.status).toBe(400);
  });
});

describe('POST /admin/auth/forgot/password', () => {
  it('requests a code from auth without revealing more', async () => {
    const timing = answering('RequestReset', { validMinutes: 10, mailDelivered: false });
    const { status, body, headers } = await post('forgot/password').send({ email: ' ada@example.com ' });
    expect([status, body]).toEqual([
      200,
      {
        status: true,
        action: 'If this address belongs to an account, a code is on its way to it.',
        data: { valid_minutes: 10, mail_delivered: false },
      },
    ]);
    expect(headers['cache-control']).toContain('no-store');
    expect(timing.asked).toEqual([{ email: 'ada@example.com', clientAddress: '127.0.0.1' }]);
  });

  it.each([
    [{}, 'email', 'Email is required'],
    [{ email: ' ' }, 'email', 'Email is required'],
    [{ email: 'ada' }, 'email', 'Invalid email format'],
    [{ email: `${'a'.repeat(250)}@b.cd` }, 'email', 'Invalid email format'],
    [{ email: 'ada\r\nBcc: eve@example.com' }, 'email', 'Invalid email format'],
    [{ email: ['ada@example.com'] }, 'email', 'Email is required'],
    [{ email: 'ada@example.com', url: 'https://evil.example' }, 'url', 'Unknown field'],
  ])('refuses %j', async (body, field, message) => {
    const timing = answering('RequestReset', {});
    expect(firstFault(await post('forgot/password').send(body))).toEqual([400, field, message]);
    expect(timing.asked).toEqual([]);
  });
});

describe('POST /admin/auth/verify/otp', () => {
  it.each(['\u2068012 345\u2069', '012\u2013345', '０１２３４５', '٠١٢٣٤٥', '\u202d012345\u202c\u200b'])(
    'reads the code %j as intended',
    async (code) => {
      const timing = answering('VerifyResetCode', { resetToken: 'token' });
      expect((await post('verify/otp').send({ email: 'ada@example.com', code })).status).toBe(200);
      expect(timing.asked).toEqual([expect.objectContaining({ code: '012345' })]);
    },
  );

  it('exchanges the code for a token', async () => {
    const timing = answering('VerifyResetCode', { resetToken: 'token' });
    const { status, body } = await post('verify/otp').send({ email: 'ada@example.com', code: '012345' });
    expect([status, body.data]).toEqual([200, { reset_token: 'token' }]);
    expect(timing.asked).toEqual([{ email: 'ada@example.com', code: '012345', clientAddress: '127.0.0.1' }]);
  });

  it.each([
    [{ email: 'ada@example.com' }, 'code', 'Code is required'],
    [{ email: 'ada@example.com', code: '12345' }, 'code', 'Code must have 6 digits'],
    [{ email: 'ada@example.com', code: '12345a' }, 'code', 'Code must have 6 digits'],
    [{ email: 'ada@example.com', code: '①②③④⑤⑥' }, 'code', 'Code must have 6 digits'],
    [{ email: 'ada@example.com', code: '123456\n123456' }, 'code', 'Code must have 6 digits'],
    [{ email: 'ada@example.com', code: 123456 }, 'code', 'Code is required'],
    [{ email: 'ada@example.com', code: ['123456', '123457'] }, 'code', 'Code is required'],
    [{ code: '123456' }, 'email', 'Email is required'],
  ])('refuses %j', async (body, field, message) => {
    const timing = answering('VerifyResetCode', {});
    expect(firstFault(await post('verify/otp').send(body))).toEqual([400, field, message]);
    expect(timing.asked).toEqual([]);
  });
});

describe('POST /admin/auth/reset/password', () => {
  it('sets the password', async () => {
    const timing = answering('ResetPassword', {});
    const { status, body } = await post('reset/password').send({
      reset_token: 'token',
      new_password: 'a new one of mine',
    });
    expect([status, body]).toEqual([200, { status: true, action: 'Password reset successfully', data: null }]);
    expect(timing.asked).toEqual([
      { resetToken: 'token', newPassword: 'a new one of mine', clientAddress: '127.0.0.1' },
    ]);
  });

  it.each([
    [{ new_password: 'a new one of mine' }, 'reset_token', 'Code is required'],
    [{ reset_token: 'x'.repeat(201), new_password: 'a new one of mine' }, 'reset_token', 'This code is not valid'],
    [{ reset_token: 'token' }, 'new_password', 'New password is required'],
    [{ reset_token: 'token', new_password: 'short' }, 'new_password', 'Password must be at least 8 characters'],
    [{ reset_token: 'token', new_password: longPassword }, 'new_password', 'Password must be at most 128 characters'],
    [{ reset_token: 'token', new_password: 'a new one of mine', type: 'admin' }, 'type', 'Unknown field'],
  ])('refuses %j', async (body, field, message) => {
    const timing = answering('ResetPassword', {});
    expect(firstFault(await post('reset/password').send(body))).toEqual([400, field, message]);
    expect(timing.asked).toEqual([]);
  });
});

it('returns 503 while auth is down, never a guess', async () => {
  const { token } = provided.services.signIn('admin');
  provided.services.auth.kill();
  try {
    const publicResponses = await Promise.all([
      post('forgot/password').send({ email: 'ada@example.com' }),
      post('verify/otp').send({ email: 'ada@example.com', code: '012345' }),
      post('reset/password').send({ reset_token: 'token', new_password: 'a new one of mine' }),
      post('change/password', token).field('old_password', 'the old one').field('new_password', 'a new one of mine'),
    ]);
    expect(publicResponses.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  } finally {
    await provided.services.auth.start();
  }
});
