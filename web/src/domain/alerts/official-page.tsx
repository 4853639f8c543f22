/** The forecast office for Arkansas, where warnings can always be read. */
export const officialPage = 'https://www.weather.gov/lzk/';

/** A link to it within a sentence. */
export function OfficialPage({ className = 'text-link' }: { className?: string }) {
  return (
    <a className={className} href={officialPage}>
      weather.gov/lzk
    </a>
  );
}
