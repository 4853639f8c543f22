import { status } from '@grpc/grpc-js';
import type { SavedText } from '@site/proto/gen/nest/submissions/v1/saved_texts';
import type { Caller } from '@site/proto/grpc';
import { maxSavedReplies } from '@site/proto/submissions/v1/saved-texts.schema';
import { admin, editor, moderator, Submissions } from '../testing/submissions.js';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());
beforeEach(() => submissions.query('TRUNCATE saved_texts'));

const call = <Response>(method: string, request: object, caller: Caller | undefined = moderator) =>
  submissions.service.call<Response>('submissions.v1.SavedTextsService', method, request, caller);
const save = (title: string, text = 'Thank you.', kind = 'reply') => call<SavedText>('saveText', { kind, title, text });
const list = async (kind = 'reply') => (await call<{ texts: SavedText[] }>('listSavedTexts', { kind })).texts;

it('keeps texts of each kind by title, for all admins and moderators', async () => {
  await save('thanks');
  await save('Hail', 'How large was it?');
  await save('Blurred', 'The photo is blurred.', 'reason');
  expect((await list()).map(({ title, text }) => [title, text])).toEqual([
    ['Hail', 'How large was it?'],
    ['thanks', 'Thank you.'],
  ]);
  expect(await call('listSavedTexts', { kind: 'reason' }, admin)).toMatchObject({ texts: [{ title: 'Blurred' }] });
});

it('replaces a text with the same title', async () => {
  const first = await save('Thanks');
  const second = await save('THANKS', 'Thanks a lot.');
  expect(second.id).toBe(first.id);
  expect(await list()).toEqual([{ id: first.id, title: 'THANKS', text: 'Thanks a lot.' }]);
});

it('deletes a text once', async () => {
  const { id } = await save('Thanks');
  for (let time = 0; time < 2; time += 1) await call('deleteSavedText', { id });
  await call('deleteSavedText', { id: 'x' });
  expect(await list()).toEqual([]);
  const entries = await submissions.query<{ action: string }>(
    'SELECT action FROM audit WHERE subject_id = $1 ORDER BY id',
    [id],
  );
  expect(entries.map(({ action }) => action)).toEqual(['saved_text.save', 'saved_text.delete']);
});

it('has limits', async () => {
  for (let number = 0; number < maxSavedReplies; number += 1) await save(`Text ${number}`);
  await expect(save('One more')).rejects.toMatchObject({ code: status.FAILED_PRECONDITION });
  await save('Text 0', 'Replaced');
  expect(await list()).toHaveLength(maxSavedReplies);
  const invalid = [
    ['', 'a'],
    ['a'.repeat(101), 'a'],
    ['a', ''],
    ['a', 'a', 'x'],
  ] as const;
  for (const [title, ...rest] of invalid)
    await expect(save(title, ...rest)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
});

it('is for admins and moderators', async () => {
  for (const method of ['listSavedTexts', 'saveText', 'deleteSavedText'])
    await expect(call(method, { kind: 'reply' }, editor)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
});
