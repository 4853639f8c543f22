/** How to be warned by those whose task it is; none of it depends on this site. */
export function OfficialWays({ className }: { className?: string }) {
  return (
    <ul className={className}>
      <li>
        Wireless Emergency Alerts reach every phone near a tower, without signing up. Check in your phone’s settings
        that they are switched on.
      </li>
      <li>
        NOAA Weather Radio sounds an alarm even at night and without a phone network:{' '}
        <a className="text-link" href="https://www.weather.gov/nwr/" target="_blank" rel="noopener noreferrer">
          weather.gov/nwr
        </a>
        .
      </li>
      <li>
        The National Weather Service in Little Rock:{' '}
        <a className="text-link" href="https://www.weather.gov/lzk/" target="_blank" rel="noopener noreferrer">
          weather.gov/lzk
        </a>
        .
      </li>
    </ul>
  );
}
