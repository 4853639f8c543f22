import { jest } from '@jest/globals';
import type { SavedRevision, PostValues } from '@site/proto/content/v1/posts.responses';
import { documentOfText } from '@site/domain/content/rich-text';
import { ApiError } from '@/api/api.js';
import { buildSavedRevision, buildValues } from '@/testing/post-editing.js';
import { FaultyError, Autosaver } from './autosave.js';
import { formatSaveStatus } from './notices.js';
import { localCopyOf } from './recovered-draft.js';

const copies = localCopyOf('ada', 'p1');
interface Sent {
  kind: string;
  base: number;
  title: string;
}

function editor(options: { unsent?: boolean } = {}) {
  const sent: Sent[] = [];
  const publicResponses: (() => Promise<SavedRevision>)[] = [];
  const target = { toSignIn: 0 };
  /** The server's autosave, in the order in which it finished requests. */
  const server: { draft: string | undefined; discards: (() => Promise<unknown>)[] } = {
    draft: undefined,
    discards: [],
  };
  const autosaver = new Autosaver({
    values: buildValues(),
    base: 1,
    unsaved: options.unsent ?? false,
    unsent: options.unsent ?? false,
    copies,
    send: async (kind, base, { title }) => {
      sent.push({ kind, base, title });
      const kept = await (publicResponses.shift()?.() ??
        buildSavedRevision({ revision: kind === 'saved' ? base + 1 : base }));
      if (kind === 'autosave') server.draft = title;
      return kept;
    },
    discard: async () => {
      await server.discards.shift()?.();
      server.draft = undefined;
    },
    onSaved: () => undefined,
    onSignedOut: () => (target.toSignIn += 1),
    onElsewhere: () => undefined,
  });
  const write = (title: string, change: Partial<PostValues> = {}) =>
    autosaver.change(buildValues({ title, ...change }));
  return { autosaver, sent, publicResponses, asked: target, write, server };
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** A response that the test resolves later. */
function answerLater() {
  const call = {} as {
    promise: Promise<SavedRevision>;
    resolve: (kept: SavedRevision) => void;
    reject: (error: Error) => void;
  };
  call.promise = new Promise((resolve, reject) => Object.assign(call, { resolve, reject }));
  return call;
}
const away = () => Promise.reject(new ApiError(0, 'No answer'));

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-20T18:00:00Z') }));
afterEach(() => jest.useRealTimers());

describe('autosave', () => {
  it('saves in the browser immediately, after three seconds on the server, and then only there', async () => {
    const { autosaver, sent, write } = editor();
    write('a');
    expect(copies.read()).toMatchObject({ values: { title: 'a' }, base: 1 });
    await pass(2_900);
    expect(sent).toEqual([]);
    await pass(100);
    expect(sent).toEqual([{ kind: 'autosave', base: 1, title: 'a' }]);
    expect(copies.read()).toBeUndefined();
    expect(formatSaveStatus(autosaver.now(), autosaver.isUnsaved)).toBe('Autosaved 12:00 PM');
    expect(autosaver.isUnsaved).toBe(true);
  });

  it('sends every three seconds during typing, and copies every second', async () => {
    const { sent, write } = editor();
    for (let number = 0; number < 14; number += 1) {
      write(`text ${number}`);
      expect(Number(copies.read()?.values.title.slice(5) ?? number)).toBeGreaterThanOrEqual(number - 2);
      await pass(500);
    }
    expect(sent).toHaveLength(2);
  });

  it('keeps the local copy if the text changed while an older one was being saved', async () => {
    const { publicResponses, write, sent } = editor();
    let response = (_kept: SavedRevision) => undefined as void;
    publicResponses.push(() => new Promise((resolve) => (response = resolve)));
    write('older');
    await pass(3_000);
    write('newer');
    await pass(1_000);
    response(buildSavedRevision());
    await pass(0);
    expect(copies.read()?.values.title).toBe('newer');
    await pass(3_000);
    expect(sent.at(-1)?.title).toBe('newer');
    expect(copies.read()).toBeUndefined();
  });

  it('retries at growing intervals while the server is down, and reports the local copy', async () => {
    const { autosaver, sent, publicResponses, write } = editor();
    publicResponses.push(away, away);
    write('a');
    await pass(3_000);
    expect(formatSaveStatus(autosaver.now(), true)).toBe(
      'Not saved yet: the server isn’t responding. A copy is kept in this browser.',
    );
    expect(autosaver.wouldLose).toBe(false);
    await pass(3_000);
    expect(sent).toHaveLength(2);
    await pass(5_900);
    expect(sent).toHaveLength(2);
    await pass(100);
    expect(sent).toHaveLength(3);
    expect(autosaver.now().is).toBe('kept');
  });

  it('asks to sign in when the session has ended, and sends afterwards', async () => {
    const { autosaver, sent, publicResponses, asked, write } = editor();
    publicResponses.push(() => Promise.reject(new ApiError(401, 'Sign in')));
    write('a');
    await pass(3_000);
    expect(asked.toSignIn).toBe(1);
    autosaver.retry();
    await pass(0);
    expect(sent).toHaveLength(2);
    expect(autosaver.now().is).toBe('kept');
  });

  it('doesn’t send invalid text, and loses nothing', async () => {
    const { autosaver, sent, write } = editor();
    write('a', { document: documentOfText('x'.repeat(50_001)) });
    await pass(3_000);
    expect(sent).toEqual([]);
    expect(formatSaveStatus(autosaver.now(), true)).toBe(
      'Not saved: The text must be at most 50,000 characters. A copy is kept in this browser.',
    );
    await expect(autosaver.save()).rejects.toBeInstanceOf(FaultyError);
    expect(copies.read()?.values.document).toEqual(documentOfText('x'.repeat(50_001)));
  });

  it('warns of loss only if both the server and the browser lack the text', async () => {
    const { autosaver, publicResponses, write } = editor();
    const store = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    publicResponses.push(away);
    write('a');
    expect(autosaver.wouldLose).toBe(true);
    await pass(3_000);
    expect(formatSaveStatus(autosaver.now(), true)).toContain('This browser can’t keep a copy');
    await pass(3_000);
    expect(autosaver.wouldLose).toBe(false);
    store.mockRestore();
  });

  it('sends immediately when the page is left, and after an earlier visit', async () => {
    const first = editor();
    first.write('a');
    void first.autosaver.flush();
    await pass(0);
    expect(first.sent).toHaveLength(1);
    const second = editor({ unsent: true });
    second.autosaver.retry();
    await pass(0);
    expect(second.sent).toEqual([{ kind: 'autosave', base: 1, title: 'Shelf clouds' }]);
  });
});

describe('a save', () => {
  it('creates a revision that the next save builds on', async () => {
    const { autosaver, sent, write } = editor();
    write('a');
    await autosaver.save();
    expect(autosaver.isUnsaved).toBe(false);
    write('b');
    expect(autosaver.isUnsaved).toBe(true);
    await autosaver.save();
    expect(sent).toEqual([
      { kind: 'saved', base: 1, title: 'a' },
      { kind: 'saved', base: 2, title: 'b' },
    ]);
    await pass(10_000);
    expect(sent).toHaveLength(2);
  });

  it('waits for the autosave in flight, so that older text never arrives last', async () => {
    const { autosaver, sent, publicResponses, write } = editor();
    let response = (_kept: SavedRevision) => undefined as void;
    publicResponses.push(() => new Promise((resolve) => (response = resolve)));
    write('a');
    await pass(3_000);
    const saving = autosaver.save();
    await pass(1_000);
    expect(sent).toHaveLength(1);
    response(buildSavedRevision());
    await saving;
    expect(sent.map(({ kind }) => kind)).toEqual(['autosave', 'saved']);
  });

  it('fails rather than overwrite another user’s revision, while autosaving continues', async () => {
    const { autosaver, sent, publicResponses, write } = editor();
    write('mine');
    publicResponses.push(() => Promise.reject(new ApiError(409, 'Someone else changed this')));
    await expect(autosaver.save()).rejects.toMatchObject({ status: 409 });
    expect(autosaver.isUnsaved).toBe(true);
    await pass(3_000);
    expect(sent.at(-1)).toEqual({ kind: 'autosave', base: 1, title: 'mine' });
  });
});

describe('discarding a draft', () => {
  async function inFlight() {
    const app = editor();
    const call = answerLater();
    app.publicResponses.push(() => call.promise);
    app.write('draft');
    await pass(3_000);
    expect(app.sent).toHaveLength(1);
    return { ...app, call };
  }

  it('deletes it after the autosave in flight, which then changes nothing here', async () => {
    const { autosaver, sent, server, call } = await inFlight();
    void autosaver.discard(buildValues(), 1);
    await pass(1_000);
    call.resolve(buildSavedRevision());
    await pass(60_000);
    expect(server.draft).toBeUndefined();
    expect(autosaver.now()).toEqual({ is: 'untouched' });
    expect(autosaver.isUnsaved).toBe(false);
    expect(sent).toHaveLength(1);
    expect(copies.read()).toBeUndefined();
  });

  it('deletes it when the autosave in flight fails, without sending it again', async () => {
    const { autosaver, sent, server, call } = await inFlight();
    server.draft = 'draft';
    void autosaver.discard(buildValues(), 1);
    call.reject(new ApiError(0, 'No answer'));
    await pass(60_000);
    expect(server.draft).toBeUndefined();
    expect(sent).toHaveLength(1);
    expect(autosaver.now()).toEqual({ is: 'untouched' });
  });

  it('drops an autosave that waits behind the one in flight', async () => {
    const { autosaver, sent, server, write, call } = await inFlight();
    write('draft, continued');
    void autosaver.flush();
    void autosaver.discard(buildValues(), 1);
    call.resolve(buildSavedRevision());
    await pass(60_000);
    expect(sent.map(({ title }) => title)).toEqual(['draft']);
    expect(server.draft).toBeUndefined();
  });

  it('retries the deletion until the server answers', async () => {
    const { autosaver, server } = editor();
    server.draft = 'draft';
    server.discards.push(away, away);
    void autosaver.discard(buildValues(), 1);
    await pass(60_000);
    expect(server.draft).toBeUndefined();
  });

  it('keeps text that is written while the deletion is retried', async () => {
    const { autosaver, server, write } = editor();
    server.discards.push(away);
    void autosaver.discard(buildValues(), 1);
    await pass(0);
    write('new text');
    await pass(60_000);
    expect(server.draft).toBe('new text');
  });

  it('continues from a version whose save was in flight', async () => {
    const { autosaver, sent, publicResponses, write } = editor();
    const call = answerLater();
    publicResponses.push(() => call.promise);
    write('saved text');
    const saving = autosaver.save();
    await pass(0);
    void autosaver.discard(buildValues(), 1);
    call.resolve(buildSavedRevision({ revision: 2 }));
    await saving;
    write('next');
    await pass(3_000);
    expect(sent.at(-1)).toEqual({ kind: 'autosave', base: 2, title: 'next' });
  });
});
