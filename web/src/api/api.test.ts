import { jest } from '@jest/globals';
import { ApiError, request, sessionStorageKey, upload } from './api.js';
import { fakeGateway } from '../testing/fake-gateway.js';

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}

describe('calling the gateway', () => {
  it('returns the envelope of a success', async () => {
    fakeGateway({ 'GET /main/faqs': { data: [1], next_cursor: 'abc' } });
    expect(await request('/main/faqs')).toMatchObject({ data: [1], next_cursor: 'abc' });
  });

  it("throws the server's words and fields", async () => {
    const errors = [
      { field: 'email', message: 'Please enter a valid email address.' },
      { field: 'email', message: 'second' },
    ];
    fakeGateway({
      'POST /main/x': { status: 400, body: { status: false, action: 'Not sent', message: 'Check the form', errors } },
    });
    const error = await failureOf(request('/main/x', { method: 'POST', json: {} }));
    expect(error).toMatchObject({ status: 400, message: 'Check the form', action: 'Not sent', isTemporary: false });
    expect(error.fieldErrors).toEqual({ email: 'Please enter a valid email address.' });
  });

  it('names the status when something other than the gateway answers', async () => {
    fakeGateway({ 'GET /main/x': { status: 502, statusText: 'Bad Gateway', body: '<html>' } });
    expect(await failureOf(request('/main/x'))).toMatchObject({
      status: 502,
      message: 'Error: 502 Bad Gateway',
      isTemporary: true,
    });
  });

  it('does not take a page of another server for a success', async () => {
    fakeGateway({ 'GET /main/x': { status: 200, body: '<html>Sign in to the hotel network</html>' } });
    expect(await failureOf(request('/main/x'))).toMatchObject({
      message: 'Something went wrong. Please try again later.',
    });
  });

  it.each(['network failure', 'no answer'] as const)('says that something went wrong on %s', async (given) => {
    fakeGateway({ 'GET /main/x': given });
    const error = await failureOf(request('/main/x', { timeoutMs: 20 }));
    expect(error).toMatchObject({
      status: 0,
      message: 'Something went wrong. Please try again later.',
      isTemporary: true,
    });
  });

  it('sends the token to the dashboard’s calls and to no public one', async () => {
    localStorage.setItem(sessionStorageKey, JSON.stringify({ type: 'admin', token: 'abc' }));
    const calls = fakeGateway({ 'GET /admin/main/snapshot': { data: {} }, 'GET /main/home': { data: {} } });
    await request('/admin/main/snapshot');
    await request('/main/home');
    expect(calls.map((call) => call.headers.authorization)).toEqual(['Bearer abc', undefined]);
  });

  it('survives a session record that is not JSON', async () => {
    localStorage.setItem(sessionStorageKey, '{broken');
    const calls = fakeGateway({ 'GET /admin/main/snapshot': { data: {} } });
    await request('/admin/main/snapshot');
    expect(calls[0]?.headers.authorization).toBeUndefined();
  });
});

describe('uploading', () => {
  it('tells how much has left', async () => {
    const shares: number[] = [];
    fakeGateway({
      'POST /main/snapshot/create': (call) => {
        call.progress(5, 10);
        call.progress(10, 10);
        return { data: { id: 'x' } };
      },
    });
    await upload('/main/snapshot/create', new FormData(), { onProgress: (share) => shares.push(share) });
    expect(shares).toEqual([0.5, 1]);
  });

  it('gives up after 30 seconds without progress, not after 30 seconds', async () => {
    jest.useFakeTimers();
    try {
      const calls = fakeGateway({ 'POST /main/snapshot/create': 'no answer' });
      let failed = false;
      const failure = failureOf(upload('/main/snapshot/create', new FormData())).then((error) => {
        failed = true;
        return error;
      });
      await jest.advanceTimersByTimeAsync(29_000);
      calls[0]?.progress(1, 10);
      await jest.advanceTimersByTimeAsync(29_000);
      expect(failed).toBe(false);
      await jest.advanceTimersByTimeAsync(1_000);
      expect(await failure).toMatchObject({ status: 0 });
    } finally {
      jest.useRealTimers();
    }
  });
});
