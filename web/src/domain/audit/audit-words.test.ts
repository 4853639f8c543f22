import { auditWords } from './audit-words.js';

const told = (action: string, label = '') => {
  const words = auditWords({ action, subject_label: label });
  return words.label ? `${words.deed} “${words.label}”` : words.deed;
};

describe('an action in words', () => {
  it.each([
    ['snapshot.reject', '', 'rejected a snapshot'],
    ['snapshot.reject', 'Maria Field', 'rejected the snapshot “Maria Field”'],
    ['faq.edit', '', 'edited an FAQ'],
    ['header.create', 'Storms tonight', 'created the header “Storms tonight”'],
    ['contact.delete', 'Maria Field', 'deleted the message of “Maria Field”'],
    ['sponsor.view', 'circle', 'chose how sponsors are shown “circle”'],
    ['session.sign_in', 'ada@example.com', 'signed in'],
    ['password.change', '', 'changed their password'],
    ['storm.name', 'Ada', 'storm.name “Ada”'],
  ])('%s of “%s” is “%s”', (action, label, text) => expect(told(action, label)).toBe(text));
});
