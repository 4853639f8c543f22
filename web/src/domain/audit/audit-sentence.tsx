import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';
import { auditWords } from './audit-words.js';

/** "Ada Lovelace approved the snapshot “Shelf cloud”". */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const { deed, label } = auditWords(entry);
  return (
    <>
      <span className="font-semibold">{entry.principal_name}</span> {deed}
      {label && (
        <>
          {' '}
          <span className="break-words">“{label}”</span>
        </>
      )}
    </>
  );
}
