/** Times and numbers in words, as the people of one state read them. */

/** Arkansas is in one zone. */
const timeZone = 'America/Chicago';

const clockFormat = new Intl.DateTimeFormat('en-US', {
  timeZone,
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', month: 'long', day: 'numeric' });
const dateFormat = new Intl.DateTimeFormat('en-CA', { timeZone });

const minuteMs = 60_000;

/** Narrow no-break spaces, which Intl puts before AM and PM, are missing in the fonts of old phones. */
const plain = (text: string) => text.replace(/\u202f/g, ' ');

/** "3:30 PM CST", with the day in front unless it is today: "Saturday, November 21, 6:00 AM CST". */
export function clock(moment: string | number, now: number): string {
  const at = new Date(moment);
  const isToday = dateFormat.format(at) === dateFormat.format(now);
  return plain(isToday ? clockFormat.format(at) : `${dayFormat.format(at)}, ${clockFormat.format(at)}`);
}

/** "less than a minute ago", "1 minute ago", "3 hours ago". */
export function ago(moment: string | number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - new Date(moment).getTime()) / minuteMs));
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 60) return `${minutes} minute${minutes === 1 ? '' : 's'} ago`;
  const hours = Math.floor(minutes / 60);
  return `${hours} hour${hours === 1 ? '' : 's'} ago`;
}

/** "65 °F (18 °C)"; undefined when nobody knows it. */
export function temperature(fahrenheit: number | undefined, celsius: number | undefined): string | undefined {
  if (fahrenheit === undefined || celsius === undefined) return undefined;
  return `${Math.round(fahrenheit)} °F (${Math.round(celsius)} °C)`;
}

/** Text cut between words to at most `longest` characters, in one paragraph. */
export function shortened(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2))}…`;
}
