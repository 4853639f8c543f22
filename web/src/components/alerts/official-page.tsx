import { officialName, officialPage } from '@site/regions/state';

/** The forecast office's page, which always has the current warnings. */
export function OfficialPage({ className = 'text-link' }: { className?: string }) {
  return (
    <a className={className} href={officialPage}>
      {officialName}
    </a>
  );
}
