/** Normalizes and compares names of places, for searches. */
import { state } from '@site/regions/state';

const abbreviations: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' };
const directions: Readonly<Record<string, string>> = { n: 'north', s: 'south', e: 'east', w: 'west' };
const nation = new Set(['us', 'usa', 'america']);

/** Lower case without accents and periods, "saint" for "St.". */
export function tokenize(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/['’‘.]/g, '')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean);
  return plain.map((word, index) => {
    const isFirstOfMany = index === 0 && plain.length > 1;
    return abbreviations[word] ?? (isFirstOfMany ? directions[word] : undefined) ?? word;
  });
}

const stateCode = state.postalCode.toLowerCase();
/** For "New Mexico", both words. */
const stateNameTokens = tokenize(state.name);
const beginsState = (word: string) => stateNameTokens.some((each) => each.startsWith(word));
const isState = (word: string) => word === stateCode || (word.length >= 3 && beginsState(word));

/** Strips a trailing state, country and ZIP code, but not the last word. */
function withoutState(parts: string[]): string[] {
  const rest = [...parts];
  const isEnding = (word: string | undefined) =>
    word !== undefined && (isState(word) || nation.has(word) || /^\d{5}$/.test(word));
  while (rest.length > 1 && isEnding(rest.at(-1))) rest.pop();
  return rest;
}

/** "midway, baxter county" has a name and its county; "pulaski co" is "pulaski county". */
export function readQuery(text: string): { name: string; county?: string } {
  const [first = '', ...others] = text.split(',').filter((part) => tokenize(part).length > 0);
  const name = withoutState(tokenize(first));
  if (name.length > 1 && name.at(-1) === 'co') name.splice(-1, 1, 'county');
  const [qualifier] = others.map((part) => withoutState(tokenize(part)));
  const county = qualifier?.filter((word) => !'county'.startsWith(word) || word.length < 2);
  const saysState =
    county?.length === 1 && (beginsState(county[0] ?? '') || county[0] === stateCode || nation.has(county[0] ?? ''));
  return { name: name.join(' '), ...(county?.length && !saysState && { county: county.join(' ') }) };
}

/** Returns whether a place's name begins like the query at one of its words, in the county that the query names. */
export function isNamedLike({ name, place }: { name: string; place: string }, text: string): boolean {
  const query = readQuery(text);
  const rest = place.startsWith(name) ? place.slice(name.length) : place;
  const ofName = tokenize(name);
  const ofRest = tokenize(rest);
  if (query.county && !` ${ofRest.join(' ')}`.includes(` ${query.county}`)) return false;
  const all = [...ofName, ...ofRest];
  return query.name !== '' && ofName.some((_word, index) => all.slice(index).join(' ').startsWith(query.name));
}

/** Shorter queries match nearly every name. */
const shortestToCorrect = 4;

/** Whether a name begins like `query` at a word, with at most one typo. */
export function isNearlyAt(parts: readonly string[], query: string): boolean {
  if (query.length < shortestToCorrect) return false;
  return parts.some((_part, index) => {
    const name = parts.slice(index).join(' ');
    return [query.length, query.length - 1, query.length + 1].some((length) =>
      isOneMistakeApart(name.slice(0, length), query),
    );
  });
}

/** Damerau–Levenshtein distance 1. */
export function isOneMistakeApart(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  let same = 0;
  while (same < left.length && left[same] === right[same]) same += 1;
  const leftRest = left.slice(same);
  const rightRest = right.slice(same);
  return (
    leftRest.slice(1) === rightRest.slice(1) ||
    leftRest === rightRest.slice(1) ||
    leftRest.slice(1) === rightRest ||
    (leftRest[0] === rightRest[1] && leftRest[1] === rightRest[0] && leftRest.slice(2) === rightRest.slice(2))
  );
}
