import { queryOptions } from '@tanstack/react-query';
import { ApiError, request, type RequestOptions } from './api.js';

/** Returns only the data. */
export const fetchData = async <Data>(path: string, options?: RequestOptions): Promise<Data> =>
  (await request<Data>(path, options)).data;

export const post = <Data>(path: string, json: object, headers: Record<string, string> = {}) =>
  request<Data>(path, { method: 'POST', json, headers });

/** Queries data that only signed-in users get. */
export const adminQuery = <Data>(key: readonly unknown[], path: string) =>
  queryOptions({
    queryKey: ['admin', ...key],
    queryFn: ({ signal }) => fetchData<Data>(path, { signal }),
  });

/** Returns undefined if the server sent no message. */
export const serverMessageOf = (error: unknown) => (error instanceof ApiError ? error.serverMessage : undefined);

/** Whether an error is a response with one of these HTTP statuses. */
export const hasStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);
