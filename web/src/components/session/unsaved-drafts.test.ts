import { beforeSignOut, clearLocalDrafts, openLocalDraft, sendUnsaved } from './unsaved-drafts.js';

const copyOf = (user: string, tab?: string) =>
  openLocalDraft(user, 'p1', (values): values is string => typeof values === 'string', tab);

describe("the browser's unsaved copies", () => {
  it('are deleted on sign-out, and nothing else is', () => {
    copyOf('ada').save({ values: 'a', at: 1, base: 0 });
    copyOf('nora').save({ values: 'b', at: 1, base: 0 });
    localStorage.setItem('units', 'metric');
    clearLocalDrafts();
    expect(Object.keys(localStorage)).toEqual(['units']);
  });

  it('are separate for each tab and person until one tab takes over', () => {
    const one = copyOf('ada', 't1');
    const other = copyOf('ada', 't2');
    one.save({ values: 'first', at: 1, base: 3 });
    other.save({ values: 'second', at: 2, base: 3 });
    expect(one.read()).toEqual({ values: 'second', at: 2, base: 3, tab: 't2' });
    expect(copyOf('nora').read()).toBeUndefined();
    other.clear();
    expect(other.read()).toEqual({ values: 'first', at: 1, base: 3, tab: 't1' });
    other.takeOver({ tab: 't1' });
    other.clear();
    expect(one.read()).toBeUndefined();
  });

  it('leave out files in storage, but not within the page', () => {
    const isObject = (values: unknown): values is { logo?: File; name: string } => typeof values === 'object';
    const copies = openLocalDraft('ada', 'form logo', isObject, 't1');
    const logo = new File(['x'], 'x.png');
    copies.save({ values: { name: 'a', logo }, at: 1, base: 0 });
    expect(copies.read()?.values).toEqual({ name: 'a', logo });
    const [[key, text] = ['', '']] = Object.entries({ ...localStorage }) as [string, string][];
    copies.clear();
    localStorage.setItem(key, text);
    expect(copies.read()?.values).toEqual({ name: 'a' });
  });

  it("can be sent before that; failures don't prevent it", async () => {
    const sent: string[] = [];
    const ends = [
      beforeSignOut(() => Promise.resolve(sent.push('a'))),
      beforeSignOut(() => Promise.reject(new Error('away'))),
    ];
    await sendUnsaved();
    expect(sent).toEqual(['a']);
    for (const end of ends) end();
    await sendUnsaved();
    expect(sent).toEqual(['a']);
  });
});
