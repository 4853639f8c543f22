import type { SecondFactors } from '@site/proto/auth/v1/second-factors.answers';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/api.js';

export const ownFactorsQuery = queryOptions({
  queryKey: ['admin', 'second-factors'],
  queryFn: async ({ signal }) => (await request<SecondFactors>('/admin/auth/second-factors', { signal })).data,
});
