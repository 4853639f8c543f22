import { ApiError } from '../../api/api.js';
import { Banner } from '../../ui/banner.js';
import * as strings from '../../strings.js';
import { failureHint } from './failure-hint.js';

interface FailureBannerProps {
  error: unknown;
  /** The sentence; the server's own when absent. */
  text?: string;
  /** What the server said stands beside a field already. */
  saidBesideField?: boolean;
}

/** Why a form could not be carried out, and when to try again. */
export function FailureBanner({ error, text, saidBesideField = false }: FailureBannerProps) {
  const said = error instanceof ApiError ? error.serverMessage : undefined;
  const hint = error instanceof ApiError ? failureHint(error, said !== undefined) : undefined;
  const first = text ?? said ?? strings.somethingWentWrong;
  return (
    <Banner tone="error">
      <p>{first}</p>
      {said && said !== first && !saidBesideField && <p className="text-ink-soft">{said}</p>}
      {hint && <p className="text-ink-soft">{hint}</p>}
    </Banner>
  );
}
