import type { PostCampaign } from '@site/proto/submissions/v1/newsletter.responses';
import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '@/api/admin.js';
import { fullDateTime } from '@/components/time/times.js';
import { Banner } from '@/ui/banner.js';

/** Warns that taking the post off the site puts its unfinished newsletter on hold. */
export function CampaignWarning({ postId, className }: { postId: string; className?: string }) {
  const { data: campaign } = useQuery({
    ...adminQuery<PostCampaign>(
      ['campaign of post', postId],
      `/admin/main/post/${encodeURIComponent(postId)}/campaign`,
    ),
    staleTime: 0,
  });
  if (!campaign) return null;
  return (
    <Banner tone="info" className={className}>
      <p>{formatCampaignWarning(campaign)}</p>
    </Banner>
  );
}

function formatCampaignWarning({ state, scheduled_at: at }: NonNullable<PostCampaign>): string {
  if (state === 'held') return 'The newsletter about this post is on hold. It stays on hold until the post is back.';
  const planned = state === 'planned' && at ? ` is scheduled for ${fullDateTime(Date.parse(at))}` : ' isn’t finished';
  return `The newsletter about this post${planned}. It will be on hold until the post is back on the site.`;
}
