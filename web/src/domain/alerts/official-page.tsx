import { officialName, officialPage } from '@site/state/state';

/** A link to the page of the forecast office, where warnings can always be read, within a sentence. */
export function OfficialPage({ className = 'text-link' }: { className?: string }) {
  return (
    <a className={className} href={officialPage}>
      {officialName}
    </a>
  );
}
