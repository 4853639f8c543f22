/** Dialog with a post's versions and what has changed since each. */
import type { PostValues, Revision } from '@site/proto/content/v1/posts.responses';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded, PagedList } from '@/dashboard-kit/list/paged-list.js';
import { fullDateTime } from '@/components/time/times.js';
import { Button } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { Loading } from '@/ui/skeleton.js';
import { revisionQuery, revisionsQuery } from './editor-api.js';
import { DifferenceView } from './difference.js';

interface RevisionsDialogProps {
  postId: string;
  values: PostValues;
  onRestore: (values: PostValues) => void;
  onClose: () => void;
}

const kindLabels: Record<Revision['kind'], string> = {
  autosave: 'Autosaved',
  saved: 'Saved',
  published: 'Published',
};

/** A version is published later than it is written. */
const timeOf = ({ published_at: published, created_at: written }: Revision) =>
  fullDateTime(Date.parse(published ?? written));

export function RevisionsDialog({ postId, values, onRestore, onClose }: RevisionsDialogProps) {
  const [selected, setSelected] = useState<Revision>();
  const revisions = useInfiniteQuery(revisionsQuery(postId));
  if (selected)
    return (
      <OneRevision
        postId={postId}
        values={values}
        onRestore={onRestore}
        onClose={onClose}
        revision={selected}
        onBack={() => setSelected(undefined)}
      />
    );
  return (
    <Dialog open onClose={onClose} title="Versions" description="Choose one to see what has changed since.">
      <PagedList
        query={revisions}
        failure="We couldn’t load the versions."
        empty={<p>Nothing has been saved yet.</p>}
        placeholder={<Placeholder />}
      >
        {(found) => (
          <ul className="divide-y divide-line">
            {found.map((revision, index) => (
              <li key={`${revision.number}.${revision.created_at}.${index}`} className="flex items-center gap-3 py-2">
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold wrap-anywhere">
                    {kindLabels[revision.kind]} by {revision.author_name || 'someone'}
                  </span>
                  <span className="block text-sm text-ink-soft">{timeOf(revision)}</span>
                </span>
                {/* An autosave is private to its author. */}
                {revision.number > 0 && (
                  <Button
                    tone="secondary"
                    size="small"
                    onClick={() => setSelected(revision)}
                    aria-label={`Compare version ${revision.number}`}
                  >
                    Compare
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  );
}

interface OneRevisionProps extends RevisionsDialogProps {
  revision: Revision;
  onBack: () => void;
}

function OneRevision({ postId, revision, values, onRestore, onClose, onBack }: OneRevisionProps) {
  const fullRevision = useQuery(revisionQuery(postId, revision.number));
  return (
    <Dialog
      open
      onClose={onClose}
      width="photo"
      title={`Version ${revision.number}`}
      description={
        <>
          {kindLabels[revision.kind]} by {revision.author_name || 'someone'}, {timeOf(revision)}. Changes since then are
          marked.
        </>
      }
      footer={
        <>
          <Button tone="secondary" onClick={onBack}>
            All versions
          </Button>
          <Button
            aria-disabled={!fullRevision.data || undefined}
            onClick={() => fullRevision.data && onRestore(fullRevision.data.values)}
          >
            Restore
          </Button>
        </>
      }
    >
      <Loaded query={fullRevision} failure="We couldn’t load this version." placeholder={<Placeholder />}>
        {({ values: older }) => <DifferenceView older={older} newer={values} />}
      </Loaded>
    </Dialog>
  );
}

function Placeholder() {
  return <Loading label="Loading the versions" className="block space-y-3" count={3} each="h-12" />;
}
