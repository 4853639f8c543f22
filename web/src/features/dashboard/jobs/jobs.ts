import type { FailedJob, Jobs } from '@site/proto/jobs/v1/jobs.responses';
import { queryOptions } from '@tanstack/react-query';
import { adminQuery } from '@/api/admin.js';
import { request } from '@/api/api.js';
import { whileSignedIn } from '@/components/session/signed-out.js';

const intervalSeconds = 5;

export const jobsQuery = queryOptions({
  ...adminQuery<Jobs>(['jobs'], '/admin/main/jobs'),
  refetchInterval: whileSignedIn<Jobs>(() => intervalSeconds * 1_000),
  staleTime: 0,
});

export async function retry({ queue, id }: Pick<FailedJob, 'queue' | 'id'>): Promise<void> {
  await request(`/admin/main/jobs/${encodeURIComponent(queue)}/${encodeURIComponent(id)}/retry`, { method: 'POST' });
}

/** "process-picture" → "Process picture" */
export function formatJobName(name: string): string {
  const text = name.replace(/[-_.]+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
