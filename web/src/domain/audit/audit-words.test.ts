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
    ['contact.reply', 'Maria Field', 'answered the message of “Maria Field”'],
    ['contact.handle', 'Maria Field', 'put aside the message of “Maria Field”'],
    ['sponsor.view', 'circle', 'chose how sponsors are shown “circle”'],
    ['session.sign_in', 'ada@example.com', 'signed in'],
    ['session.refused', 'ada@example.com', 'failed to sign in as “ada@example.com”'],
    ['session.refused', '', 'failed to sign in'],
    ['reset.refused', 'ada@example.com', 'gave a wrong code for the password of “ada@example.com”'],
    ['reset.limited', '', 'was kept from resetting a password'],
    ['password.refused', 'ada@example.com', 'gave a wrong old password'],
    ['identity.limited', 'ada@example.com', 'was kept from confirming who they are'],
    ['factor.add', 'Ada Lovelace', 'added a second factor'],
    ['factor.reset', 'Mo Field', 'reset the second factor of “Mo Field”'],
    ['person.role', 'Mo Field', 'changed the role of “Mo Field”'],
    ['retention.purge', '', 'removed what was past its time'],
    ['password.change', '', 'changed their password'],
    ['sending.hold', '', 'held all warnings'],
    ['webhook.create', 'Pulaski OEM', 'added the webhook “Pulaski OEM”'],
    ['storm.name', 'Ada', 'storm.name “Ada”'],
  ])('%s of “%s” is “%s”', (action, label, text) => expect(told(action, label)).toBe(text));
});
