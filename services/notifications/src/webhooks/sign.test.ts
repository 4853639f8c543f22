import { webhookHeaders } from './sign.js';

it('signs like the example of standardwebhooks.com', () => {
  // The example of the specification.
  const body = '{"test": 2432232314}';
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const headers = webhookHeaders({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body, secret }, 1_614_265_330_000);
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(headers['webhook-timestamp']).toBe('1614265330');
});
