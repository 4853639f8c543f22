/** Fakes `fetch` and `XMLHttpRequest`, so that pages run their real code. */

export interface SeenCall {
  method: string;
  path: string;
  query: URLSearchParams;
  /** By lowercase name. */
  headers: Record<string, string>;
  body: unknown;
  progress: (loaded: number, total: number) => void;
}

/** The envelope's data, a whole response with its status, or no response. A body can be raw bytes. */
export type FakeResponse =
  | { data: unknown; action?: string; next_cursor?: string | null; next_cursors?: unknown }
  | { status: number; statusText?: string; headers?: Record<string, string>; body: unknown }
  | 'network failure'
  | 'no answer';
type FakeRoute = FakeResponse | ((call: SeenCall) => FakeResponse | Promise<FakeResponse>);
export type FakeRoutes = Record<string, FakeRoute>;

const notFound: FakeResponse = {
  status: 404,
  statusText: 'Not Found',
  body: { status: false, action: 'Not found', message: 'Not found', errors: [] },
};

/** Installs the fake until the next call. Responses can be changed later through `routes`. */
export function fakeGateway(routes: FakeRoutes): SeenCall[] {
  const calls: SeenCall[] = [];

  async function respond(call: SeenCall): Promise<FakeResponse> {
    calls.push(call);
    const route = routes[`${call.method} ${call.path}`] ?? notFound;
    return typeof route === 'function' ? route(call) : route;
  }

  globalThis.fetch = async (input, init = {}) => {
    const call = seenCall(
      init.method ?? 'GET',
      input instanceof URL || typeof input === 'string' ? String(input) : input.url,
      init.headers as Record<string, string> | undefined,
      init.body,
    );
    const fakeResponse = await respond(call);
    if (fakeResponse === 'network failure') throw new TypeError('Failed to fetch');
    if (fakeResponse === 'no answer') return untilAborted(init.signal);
    const { status, statusText, header, text } = toHttp(fakeResponse);
    const chunks =
      'body' in fakeResponse && isStream(fakeResponse.body) ? fakeResponse.body : [new TextEncoder().encode(text)];
    return responseOf(status, statusText, header, chunks, init.signal);
  };

  globalThis.XMLHttpRequest = class extends FakeUpload {
    protected override respond = respond;
  } as unknown as typeof XMLHttpRequest;

  return calls;
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** jsdom lacks Response; these are the parts that api.ts and the map's loader read. */
function responseOf(
  status: number,
  statusText: string,
  header: (name: string) => string | null,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  signal: AbortSignal | null | undefined,
): Response {
  const parts = (async function* () {
    yield* chunks;
  })();
  const read = () => (signal ? Promise.race([parts.next(), untilAborted(signal)]) : parts.next());
  const headers = { get: header };
  return {
    ok: status < 300,
    status,
    statusText,
    headers,
    body: { getReader: () => ({ read }) },
    json: async () => {
      const chunks: Uint8Array[] = [];
      for await (const part of parts) chunks.push(part);
      return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
    },
  } as unknown as Response;
}

function seenCall(
  method: string,
  address: string,
  headers: Record<string, string> = {},
  body: unknown = null,
): SeenCall {
  const url = new URL(address, 'http://localhost');
  const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { method, path: url.pathname, query: url.searchParams, headers: lowerCase, body, progress: () => undefined };
}

function toHttp(fakeResponse: Exclude<FakeResponse, string>) {
  if ('body' in fakeResponse) {
    const text = typeof fakeResponse.body === 'string' ? fakeResponse.body : JSON.stringify(fakeResponse.body);
    const header = (name: string) => fakeResponse.headers?.[name] ?? null;
    return { status: fakeResponse.status, statusText: fakeResponse.statusText ?? '', header, text };
  }
  const text = JSON.stringify({ status: true, action: 'OK', ...fakeResponse });
  return { status: 200, statusText: 'OK', header: () => null, text };
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('The operation was aborted.', 'AbortError')));
  });
}

/** The parts that `upload()` in api.ts uses. */
class FakeUpload extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  statusText = '';
  responseText = '';
  getResponseHeader: (name: string) => string | null = () => null;
  private method = '';
  private address = '';
  private readonly headers: Record<string, string> = {};
  private ended = false;
  protected respond: (call: SeenCall) => Promise<FakeResponse> = () => Promise.resolve(notFound);

  open(method: string, address: string) {
    this.method = method;
    this.address = address;
  }

  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }

  send(body: unknown) {
    const call = seenCall(this.method, this.address, this.headers, body);
    call.progress = (loaded, total) => {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total }));
    };
    void this.respond(call).then((fakeResponse) => {
      if (fakeResponse === 'no answer') return;
      if (fakeResponse === 'network failure') return this.end('error');
      Object.assign(this, rename(toHttp(fakeResponse)));
      this.end('load');
    });
  }

  abort() {
    this.end('abort');
  }

  private end(event: 'load' | 'error' | 'abort') {
    if (this.ended) return;
    this.ended = true;
    this.dispatchEvent(new Event(event));
    this.dispatchEvent(new Event('loadend'));
  }
}

function rename({ status, statusText, header, text }: ReturnType<typeof toHttp>) {
  return { status, statusText, getResponseHeader: header, responseText: text };
}
