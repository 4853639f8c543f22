import { beforeSignOut, forgetOwnCopies, ownCopyKey, sendUnsaved } from './own-copies.js';

describe("the browser's unsaved copies", () => {
  it('are deleted on sign-out, and nothing else is', () => {
    localStorage.setItem(ownCopyKey('ada.p1'), '{}');
    localStorage.setItem(ownCopyKey('nora.p2'), '{}');
    localStorage.setItem('units', 'metric');
    forgetOwnCopies();
    expect(Object.keys(localStorage)).toEqual(['units']);
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
