import { queryOptions, type QueryKey } from '@tanstack/react-query';
import { loggingFailure } from '../log-failure.js';
import { request } from './api.js';

/** What a public page asks for. A failure is logged under the name of what was wanted. */
export const publicQuery = <Data>(queryKey: QueryKey, path: string, what: string) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => loggingFailure(what, signal, async () => (await request<Data>(path, { signal })).data),
  });
