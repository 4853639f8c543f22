import { describeAudit } from './audit-labels.js';

const result = (action: string, label = '') => {
  const words = describeAudit({ action, subject_label: label });
  return words.label ? `${words.deed} “${words.label}”` : words.deed;
};

describe('an action in words', () => {
  it.each([
    ['snapshot.reject', '', 'rejected a photo'],
    ['snapshot.reject', 'Maria Field', 'rejected the photo of “Maria Field”'],
    ['faq.edit', '', 'edited an FAQ'],
    ['header.create', 'Storms tonight', 'created the header “Storms tonight”'],
    ['contact.delete', 'Maria Field', 'deleted the message of “Maria Field”'],
    ['contact.reply', 'Maria Field', 'replied to the message from “Maria Field”'],
    ['contact.handle', 'Maria Field', 'handled the message from “Maria Field”'],
    ['sponsor.view', 'circle', 'changed how sponsors are shown “circle”'],
    ['session.sign_in', 'ada@example.com', 'signed in'],
    ['session.refused', 'ada@example.com', 'failed to sign in as “ada@example.com”'],
    ['session.refused', '', 'failed to sign in'],
    ['reset.refused', 'ada@example.com', 'entered a wrong password reset code for “ada@example.com”'],
    ['reset.limited', '', 'was blocked from resetting a password'],
    ['password.refused', 'ada@example.com', 'entered a wrong current password'],
    ['identity.limited', 'ada@example.com', 'was blocked from confirming their identity'],
    ['factor.add', 'Ada Lovelace', 'added a second factor'],
    ['factor.reset', 'Mo Field', 'reset the second factor of “Mo Field”'],
    ['person.role', 'Mo Field', 'changed the role of “Mo Field”'],
    ['retention.purge', '', 'deleted expired data'],
    ['password.change', '', 'changed their password'],
    ['sending.hold', '', 'paused all warnings'],
    ['webhook.create', 'Pulaski OEM', 'added the webhook “Pulaski OEM”'],
    ['storm.name', 'Ada', 'storm.name “Ada”'],
  ])('%s of “%s” is “%s”', (action, label, text) => expect(result(action, label)).toBe(text));
});
