import type { EditedPost } from '@site/proto/content/v1/posts.responses';
import { kinds } from '@site/domain/kinds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { fullDateTime } from '@/components/time/times.js';
import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import { CopyButton } from '@/ui/copy-button.js';
import { useToast } from '@/ui/toast.js';
import { createPreview, endPreviews } from './editor-api.js';
import type { PostEditor } from './use-post-editor.js';
import { Section } from '@/ui/page-section.js';

export type Previewing = ReturnType<typeof usePreviewing>;

/** Creates and revokes secret links to the saved text. */
export function usePreviewing(editor: PostEditor) {
  const client = useQueryClient();
  const showToast = useToast();
  const making = useMutation({
    // Opened by the click, before the address is known: later, browsers would block it as a popup.
    mutationFn: async (tab: Window | null) => {
      try {
        const revision = await editor.savedRevision();
        if (revision === undefined) throw new Error('We couldn’t save the post.');
        const { url, ...rest } = await createPreview(editor.id);
        const address = new URL(url, window.location.href).href;
        if (tab) {
          tab.opener = null;
          tab.location.replace(address);
        }
        return { ...rest, address };
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onSuccess: () => reloadChanged(client, kinds.post.list),
    onError: () => showToast('We couldn’t create the preview. Please try again.', 'error'),
  });
  const ending = useMutation({
    mutationFn: () => endPreviews(editor.id),
    onSuccess: () => {
      making.reset();
      showToast('The preview links have been revoked.');
      reloadChanged(client, kinds.post.list);
    },
  });
  return { making, ending, open: () => making.mutate(window.open('about:blank', '_blank')) };
}

export function PreviewPanel({ post, previewing }: { post: EditedPost; previewing: Previewing }) {
  const { making, ending } = previewing;
  const { data } = making;
  return (
    <Section title="Preview" headingClassName="text-lg" className="card p-5">
      <p className="mt-1 text-sm text-ink-soft">
        Anyone with the link can see the last saved version for seven days. Search engines don’t find it.
      </p>
      {data && (
        <div className="mt-3 flex flex-wrap items-center gap-2" role="status">
          <a href={data.address} target="_blank" rel="noopener" className="text-link wrap-anywhere">
            {data.address}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          <CopyButton text={data.address} label="Copy" />
          <p className="w-full text-sm text-ink-soft">Until {fullDateTime(Date.parse(data.expires_at))}.</p>
        </div>
      )}
      {(post.has_previews || data) && (
        <Button
          tone="quiet"
          size="small"
          className="mt-3"
          onClick={() => ending.mutate()}
          busyLabel={ending.isPending && 'Revoking…'}
        >
          Revoke all preview links
        </Button>
      )}
      {ending.isError && (
        <Banner tone="error" className="mt-3">
          We couldn’t revoke the links. Please try again.
        </Banner>
      )}
    </Section>
  );
}
