import { jest } from '@jest/globals';
import { ApiError, request, requestBlob, sessionStorageKey, upload } from './api.js';
import { fakeGateway } from '../testing/fake-gateway.js';

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}

describe('calling the gateway', () => {
  it('returns the envelope on success', async () => {
    fakeGateway({ 'GET /main/faqs': { data: [1], next_cursor: 'abc' } });
    expect(await request('/main/faqs')).toMatchObject({ data: [1], next_cursor: 'abc' });
  });

  it("throws the server's message and field errors", async () => {
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

  it('reports the status when a proxy responds instead of the gateway', async () => {
    fakeGateway({ 'GET /main/x': { status: 502, statusText: 'Bad Gateway', body: '<html>' } });
    expect(await failureOf(request('/main/x'))).toMatchObject({
      status: 502,
      message: 'Error: 502 Bad Gateway',
      isTemporary: true,
    });
  });

  it("doesn't treat another server's page as a success", async () => {
    fakeGateway({ 'GET /main/x': { status: 200, body: '<html>Sign in to the hotel network</html>' } });
    expect(await failureOf(request('/main/x'))).toMatchObject({
      message: 'Something went wrong. Please try again later.',
    });
  });

  it.each(['network failure', 'no answer'] as const)('reports a generic error on %s', async (provided) => {
    fakeGateway({ 'GET /main/x': provided });
    const error = await failureOf(request('/main/x', { timeoutMs: 20 }));
    expect(error).toMatchObject({
      status: 0,
      message: 'Something went wrong. Please try again later.',
      isTemporary: true,
    });
  });

  it('sends the token with dashboard calls only', async () => {
    localStorage.setItem(sessionStorageKey, JSON.stringify({ type: 'admin', token: 'abc' }));
    const calls = fakeGateway({ 'GET /admin/main/snapshot': { data: {} }, 'GET /main/home': { data: {} } });
    await request('/admin/main/snapshot');
    await request('/main/home');
    expect(calls.map((call) => call.headers.authorization)).toEqual(['Bearer abc', undefined]);
  });

  it("ignores a stored session that isn't JSON", async () => {
    localStorage.setItem(sessionStorageKey, '{broken');
    const calls = fakeGateway({ 'GET /admin/main/snapshot': { data: {} } });
    await request('/admin/main/snapshot');
    expect(calls[0]?.headers.authorization).toBeUndefined();
  });
});

describe('a slow connection', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Never ends when `stalls` is set. */
  async function* trickle(text: string, intervalMs: number, { stalls = false } = {}) {
    for (const byte of new TextEncoder().encode(text)) {
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
      yield Uint8Array.of(byte);
    }
    if (stalls) await new Promise(() => undefined);
  }

  it('downloads a file that takes minutes', async () => {
    const headers = { 'Content-Type': 'image/jpeg' };
    fakeGateway({ 'GET /media/pending/x.jpg': { status: 200, body: trickle('1234567890', 25_000), headers } });
    const download = requestBlob('/media/pending/x.jpg');
    await jest.advanceTimersByTimeAsync(250_000);
    expect(await download).toMatchObject({ size: 10, type: 'image/jpeg' });
  });

  it('reads a response that takes a minute, with characters split between chunks', async () => {
    const text = JSON.stringify({ status: true, action: 'OK', data: 'Petit Jean, 5\u00a0mi, clear: 72 °F' });
    fakeGateway({ 'GET /main/x': { status: 200, body: trickle(text, 1_000) } });
    const answer = request<string>('/main/x');
    await jest.advanceTimersByTimeAsync(2 * text.length * 1_000);
    expect((await answer).data).toBe('Petit Jean, 5\u00a0mi, clear: 72 °F');
  });

  it.each([
    ['a file', 30_000, () => requestBlob('/x')],
    ['an answer', 15_000, () => request('/x')],
  ])('aborts %s that stalls midway', async (_name, stallMs, call) => {
    fakeGateway({ 'GET /x': { status: 200, body: trickle('{"', 10_000, { stalls: true }) } });
    let ended = false;
    const failure = failureOf(call()).finally(() => (ended = true));
    await jest.advanceTimersByTimeAsync(20_000 + stallMs - 100);
    expect(ended).toBe(false);
    await jest.advanceTimersByTimeAsync(100);
    expect(await failure).toMatchObject({ status: 0 });
  });

  it('aborts when the caller aborts', async () => {
    fakeGateway({ 'GET /x': { status: 200, body: trickle('a', 1_000, { stalls: true }) } });
    const caller = new AbortController();
    const download = expect(requestBlob('/x', caller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await jest.advanceTimersByTimeAsync(2_000);
    caller.abort();
    await download;
  });
});

describe('uploading', () => {
  it('reports upload progress', async () => {
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

  it('times out after 30 seconds without progress, not 30 seconds in total', async () => {
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
