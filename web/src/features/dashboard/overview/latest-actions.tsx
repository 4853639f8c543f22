import { Link } from 'react-router-dom';
import { Ago } from '../../../dashboard-kit/ago.js';
import { AuditSentence } from '../../../domain/audit/audit-sentence.js';
import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';

/** The latest audit log entries. */
export function LatestActions({ entries }: { entries: AuditEntry[] }) {
  return (
    <section aria-labelledby="latest-heading" className="card p-5 md:p-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="latest-heading" className="text-lg">
          Latest actions
        </h2>
        <Link to="/dashboard/audit" className="text-link">
          All actions
        </Link>
      </div>
      {entries.length === 0 ? (
        <p className="mt-3 text-ink-soft">No actions yet. Every decision will be listed here.</p>
      ) : (
        <ul className="mt-3 divide-y divide-line">
          {entries.map((entry) => (
            <li key={entry.id} className="py-2.5">
              <p className="flex items-baseline justify-between gap-4">
                <span className="min-w-0 wrap-anywhere">
                  <AuditSentence entry={entry} />
                </span>
                <Ago at={entry.at} className="figures shrink-0 text-sm text-ink-soft first-letter:uppercase" />
              </p>
              {entry.client_address && <p className="figures text-sm text-ink-soft">from {entry.client_address}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
