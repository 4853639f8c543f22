import { officeTown, officialName, officialPage } from '@site/regions/state';
/** For when this site is slow or down. */
export function OfficialWays({ className }: { className?: string }) {
  return (
    <ul className={className}>
      <li>
        On a slow connection, our{' '}
        <a className="text-link" href="/now">
          text-only page for your county
        </a>{' '}
        loads when other pages don’t.
      </li>
      <li>
        Wireless Emergency Alerts reach every phone near a tower, without signing up. Check your phone’s settings to
        make sure they’re on.
      </li>
      <li>
        NOAA Weather Radio sounds an alarm even at night and without a phone network:{' '}
        <a className="text-link" href="https://www.weather.gov/nwr/" target="_blank" rel="noopener noreferrer">
          weather.gov/nwr
        </a>
        .
      </li>
      <li>
        The National Weather Service in {officeTown}:{' '}
        <a className="text-link" href={officialPage} target="_blank" rel="noopener noreferrer">
          {officialName}
        </a>
        .
      </li>
    </ul>
  );
}
