import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';
import { Link } from 'react-router-dom';
import { auditWords } from './audit-words.js';

interface AuditSentenceProps {
  entry: AuditEntry;
  to?: string | undefined;
}

/** "Ada Lovelace approved the snapshot “Shelf cloud”". */
export function AuditSentence({ entry, to }: AuditSentenceProps) {
  const { deed, label } = auditWords(entry);
  return (
    <>
      <span className="font-semibold">{entry.principal_name}</span> {deed}
      {label && (
        <>
          {' '}
          {to ? (
            <Link to={to} className="text-link break-words">
              “{label}”
            </Link>
          ) : (
            <span className="break-words">“{label}”</span>
          )}
        </>
      )}
    </>
  );
}
