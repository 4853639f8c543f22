import { serverMessageOf } from '../api/admin.js';
import { Banner } from '../ui/banner.js';

interface FailureTextProps {
  text: string;
  error: unknown;
  serverFirst?: boolean | undefined;
}

/** Returns a sentence without a trailing "Please try again later.", for comparison. */
const coreOf = (sentence: string) =>
  sentence
    .replace(/\s*(please )?try again\b[^.]*\.?\s*$/i, '')
    .replace(/[.!\s]+$/, '')
    .toLowerCase();

/**
 * Shows our message and the server's, or only the server's if it takes precedence. A message that both share appears
 * once.
 */
export function FailureText({ text, error, serverFirst }: FailureTextProps) {
  const said = serverMessageOf(error);
  if (serverFirst) return said || text;
  return (
    <>
      <p>{text}</p>
      {said && coreOf(said) !== coreOf(text) && <p className="wrap-anywhere text-ink-soft">{said}</p>}
    </>
  );
}

/** The error of an action, as a banner. */
export function Failure({ className, ...failure }: FailureTextProps & { className?: string }) {
  if (!failure.error) return null;
  return (
    <Banner tone="error" className={className}>
      <FailureText {...failure} />
    </Banner>
  );
}
