import { auditWords, type AuditEntry } from './audit-words.js';

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
