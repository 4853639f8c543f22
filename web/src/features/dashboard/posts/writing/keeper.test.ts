import { jest } from '@jest/globals';
import type { Kept, PostValues } from '@site/proto/content/v1/posts.answers';
import { documentOfText } from '@site/domain/content/rich-text';
import { ApiError } from '../../../../api/api.js';
import { buildKept, buildValues } from '../../../../testing/post-desk.js';
import { FaultyError, Keeper } from './keeper.js';
import { keptWords } from './notices.js';
import { localCopyOf } from './found-writing.js';

const copies = localCopyOf('ada', 'p1');
interface Sent {
  kind: string;
  base: number;
  title: string;
}

function desk(options: { unsent?: boolean } = {}) {
  const sent: Sent[] = [];
  const answers: (() => Promise<Kept>)[] = [];
  const asked = { toSignIn: 0 };
  /** The server's autosave, in the order in which it finished requests. */
  const server: { draft: string | undefined; discards: (() => Promise<unknown>)[] } = {
    draft: undefined,
    discards: [],
  };
  const keeper = new Keeper({
    values: buildValues(),
    base: 1,
    unsaved: options.unsent ?? false,
    unsent: options.unsent ?? false,
    copies,
    send: async (kind, base, { title }) => {
      sent.push({ kind, base, title });
      const kept = await (answers.shift()?.() ?? buildKept({ revision: kind === 'saved' ? base + 1 : base }));
      if (kind === 'autosave') server.draft = title;
      return kept;
    },
    discard: async () => {
      await server.discards.shift()?.();
      server.draft = undefined;
    },
    onKept: () => undefined,
    onSignedOut: () => (asked.toSignIn += 1),
    onElsewhere: () => undefined,
  });
  const write = (title: string, change: Partial<PostValues> = {}) => keeper.change(buildValues({ title, ...change }));
  return { keeper, sent, answers, asked, write, server };
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** A response that the test resolves later. */
function answerLater() {
  const call = {} as { promise: Promise<Kept>; resolve: (kept: Kept) => void; reject: (error: Error) => void };
  call.promise = new Promise((resolve, reject) => Object.assign(call, { resolve, reject }));
  return call;
}
const away = () => Promise.reject(new ApiError(0, 'No answer'));

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-20T18:00:00Z') }));
afterEach(() => jest.useRealTimers());

describe('autosave', () => {
  it('saves in the browser immediately, after three seconds on the server, and then only there', async () => {
    const { keeper, sent, write } = desk();
    write('a');
    expect(copies.read()).toMatchObject({ values: { title: 'a' }, base: 1 });
    await pass(2_900);
    expect(sent).toEqual([]);
    await pass(100);
    expect(sent).toEqual([{ kind: 'autosave', base: 1, title: 'a' }]);
    expect(copies.read()).toBeUndefined();
    expect(keptWords(keeper.now(), keeper.isUnsaved)).toBe('Autosaved 12:00 PM');
    expect(keeper.isUnsaved).toBe(true);
  });

  it('sends every three seconds during typing, and copies every second', async () => {
    const { sent, write } = desk();
    for (let number = 0; number < 14; number += 1) {
      write(`text ${number}`);
      expect(Number(copies.read()?.values.title.slice(5) ?? number)).toBeGreaterThanOrEqual(number - 2);
      await pass(500);
    }
    expect(sent).toHaveLength(2);
  });

  it('keeps the local copy if the text changed while an older one was being saved', async () => {
    const { answers, write, sent } = desk();
    let answer = (_kept: Kept) => undefined as void;
    answers.push(() => new Promise((resolve) => (answer = resolve)));
    write('older');
    await pass(3_000);
    write('newer');
    await pass(1_000);
    answer(buildKept());
    await pass(0);
    expect(copies.read()?.values.title).toBe('newer');
    await pass(3_000);
    expect(sent.at(-1)?.title).toBe('newer');
    expect(copies.read()).toBeUndefined();
  });

  it('retries at growing intervals while the server is down, and reports the local copy', async () => {
    const { keeper, sent, answers, write } = desk();
    answers.push(away, away);
    write('a');
    await pass(3_000);
    expect(keptWords(keeper.now(), true)).toBe(
      'Not saved yet: the server isn’t responding. A copy is kept in this browser.',
    );
    expect(keeper.wouldLose).toBe(false);
    await pass(3_000);
    expect(sent).toHaveLength(2);
    await pass(5_900);
    expect(sent).toHaveLength(2);
    await pass(100);
    expect(sent).toHaveLength(3);
    expect(keeper.now().is).toBe('kept');
  });

  it('asks to sign in when the session has ended, and sends afterwards', async () => {
    const { keeper, sent, answers, asked, write } = desk();
    answers.push(() => Promise.reject(new ApiError(401, 'Sign in')));
    write('a');
    await pass(3_000);
    expect(asked.toSignIn).toBe(1);
    keeper.retry();
    await pass(0);
    expect(sent).toHaveLength(2);
    expect(keeper.now().is).toBe('kept');
  });

  it('doesn’t send invalid text, and loses nothing', async () => {
    const { keeper, sent, write } = desk();
    write('a', { document: documentOfText('x'.repeat(50_001)) });
    await pass(3_000);
    expect(sent).toEqual([]);
    expect(keptWords(keeper.now(), true)).toBe(
      'Not saved: The text must be at most 50,000 characters. A copy is kept in this browser.',
    );
    await expect(keeper.save()).rejects.toBeInstanceOf(FaultyError);
    expect(copies.read()?.values.document).toEqual(documentOfText('x'.repeat(50_001)));
  });

  it('warns of loss only if both the server and the browser lack the text', async () => {
    const { keeper, answers, write } = desk();
    const keep = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    answers.push(away);
    write('a');
    expect(keeper.wouldLose).toBe(true);
    await pass(3_000);
    expect(keptWords(keeper.now(), true)).toContain('This browser can’t keep a copy');
    await pass(3_000);
    expect(keeper.wouldLose).toBe(false);
    keep.mockRestore();
  });

  it('sends immediately when the page is left, and after an earlier visit', async () => {
    const first = desk();
    first.write('a');
    void first.keeper.flush();
    await pass(0);
    expect(first.sent).toHaveLength(1);
    const second = desk({ unsent: true });
    second.keeper.retry();
    await pass(0);
    expect(second.sent).toEqual([{ kind: 'autosave', base: 1, title: 'Shelf clouds' }]);
  });
});

describe('a save', () => {
  it('creates a revision that the next save builds on', async () => {
    const { keeper, sent, write } = desk();
    write('a');
    await keeper.save();
    expect(keeper.isUnsaved).toBe(false);
    write('b');
    expect(keeper.isUnsaved).toBe(true);
    await keeper.save();
    expect(sent).toEqual([
      { kind: 'saved', base: 1, title: 'a' },
      { kind: 'saved', base: 2, title: 'b' },
    ]);
    await pass(10_000);
    expect(sent).toHaveLength(2);
  });

  it('waits for the autosave in flight, so that older text never arrives last', async () => {
    const { keeper, sent, answers, write } = desk();
    let answer = (_kept: Kept) => undefined as void;
    answers.push(() => new Promise((resolve) => (answer = resolve)));
    write('a');
    await pass(3_000);
    const saving = keeper.save();
    await pass(1_000);
    expect(sent).toHaveLength(1);
    answer(buildKept());
    await saving;
    expect(sent.map(({ kind }) => kind)).toEqual(['autosave', 'saved']);
  });

  it('fails rather than overwrite another user’s revision, while autosaving continues', async () => {
    const { keeper, sent, answers, write } = desk();
    write('mine');
    answers.push(() => Promise.reject(new ApiError(409, 'Someone else changed this')));
    await expect(keeper.save()).rejects.toMatchObject({ status: 409 });
    expect(keeper.isUnsaved).toBe(true);
    await pass(3_000);
    expect(sent.at(-1)).toEqual({ kind: 'autosave', base: 1, title: 'mine' });
  });
});

describe('discarding a draft', () => {
  async function inFlight() {
    const app = desk();
    const call = answerLater();
    app.answers.push(() => call.promise);
    app.write('draft');
    await pass(3_000);
    expect(app.sent).toHaveLength(1);
    return { ...app, call };
  }

  it('deletes it after the autosave in flight, which then changes nothing here', async () => {
    const { keeper, sent, server, call } = await inFlight();
    void keeper.discard(buildValues(), 1);
    await pass(1_000);
    call.resolve(buildKept());
    await pass(60_000);
    expect(server.draft).toBeUndefined();
    expect(keeper.now()).toEqual({ is: 'untouched' });
    expect(keeper.isUnsaved).toBe(false);
    expect(sent).toHaveLength(1);
    expect(copies.read()).toBeUndefined();
  });

  it('deletes it when the autosave in flight fails, without sending it again', async () => {
    const { keeper, sent, server, call } = await inFlight();
    server.draft = 'draft';
    void keeper.discard(buildValues(), 1);
    call.reject(new ApiError(0, 'No answer'));
    await pass(60_000);
    expect(server.draft).toBeUndefined();
    expect(sent).toHaveLength(1);
    expect(keeper.now()).toEqual({ is: 'untouched' });
  });

  it('drops an autosave that waits behind the one in flight', async () => {
    const { keeper, sent, server, write, call } = await inFlight();
    write('draft, continued');
    void keeper.flush();
    void keeper.discard(buildValues(), 1);
    call.resolve(buildKept());
    await pass(60_000);
    expect(sent.map(({ title }) => title)).toEqual(['draft']);
    expect(server.draft).toBeUndefined();
  });

  it('retries the deletion until the server answers', async () => {
    const { keeper, server } = desk();
    server.draft = 'draft';
    server.discards.push(away, away);
    void keeper.discard(buildValues(), 1);
    await pass(60_000);
    expect(server.draft).toBeUndefined();
  });

  it('keeps text that is written while the deletion is retried', async () => {
    const { keeper, server, write } = desk();
    server.discards.push(away);
    void keeper.discard(buildValues(), 1);
    await pass(0);
    write('new text');
    await pass(60_000);
    expect(server.draft).toBe('new text');
  });

  it('continues from a version whose save was in flight', async () => {
    const { keeper, sent, answers, write } = desk();
    const call = answerLater();
    answers.push(() => call.promise);
    write('saved text');
    const saving = keeper.save();
    await pass(0);
    void keeper.discard(buildValues(), 1);
    call.resolve(buildKept({ revision: 2 }));
    await saving;
    write('next');
    await pass(3_000);
    expect(sent.at(-1)).toEqual({ kind: 'autosave', base: 2, title: 'next' });
  });
});
