/** Providers that every page needs: requests, hydration state and toasts. */
import { IsRestoringProvider, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../api/api.js';
import { TakenOverProvider, useTakenOver } from '../ui/hydration.js';
import { ToastProvider } from '../ui/toast.js';

/** Creates a client that retries once, and only temporary failures; a 404 isn't retried. */
export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiError && error.isTemporary && error.status !== 429,
        retryDelay: 1_000,
      },
      // Offline, an action fails with a message instead of waiting.
      mutations: { networkMode: 'always' },
    },
  });
}

export function Providers({ client, children }: { client?: QueryClient; children: ReactNode }) {
  const [defaultClient] = useState(() => client ?? createQueryClient());
  return (
    <TakenOverProvider>
      <QueryClientProvider client={defaultClient}>
        <Requests>
          <ToastProvider>{children}</ToastProvider>
        </Requests>
      </QueryClientProvider>
    </TakenOverProvider>
  );
}

/** Lets requests start once the page has taken over: on the server, and until then, every query is at rest. */
function Requests({ children }: { children: ReactNode }) {
  return <IsRestoringProvider value={!useTakenOver()}>{children}</IsRestoringProvider>;
}
