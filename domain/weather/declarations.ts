/**
 * Finds emergencies and particularly dangerous situations that a warning's text declares. The weather service uses the
 * same phrases to end one or rule one out, wraps lines at 69 columns and separates clauses by "...".
 */

export type Declaration = 'TORNADO EMERGENCY' | 'FLASH FLOOD EMERGENCY' | 'PARTICULARLY DANGEROUS SITUATION';

const clauseEnd = /\.\.+|…|\s--?\s|:\s|\n/;
/** The beginning of a clause that belongs to the one before: "...TORNADO EMERGENCY FOR MENA...HAS ENDED". */
const continuation =
  /^(?:(?:HAS|HAVE|HAD|IS|ARE|WAS|WERE|WILL|NO LONGER|NOT|IN|FOR|AND|INCLUDING|REMAINS|CONTINUES|ENDED|EXPIRED|DOWNGRADED)\b|CANCEL)/;
/** Except in "ST. CHARLES". */
const sentenceEnd = /(?<!\b(?:ST|STE|MT|FT|CO|DR|[A-Z]))\.\s|[!?;]/;

/** Text after the phrase that ends it. */
const endedAfter = new RegExp(
  [
    String.raw`\bNO LONGER\b|\bCANCEL|\bENDED\b|\bEXPIRED\b|\bDOWNGRADED\b|\bDISCONTINUED\b|\bTERMINATED\b|\bRESCINDED\b`,
    String.raw`\b(?:BEEN|IS|WAS) (?:LIFTED|REPLACED|REDUCED|CHANGED|WITHDRAWN|DROPPED|REMOVED|ALLOWED TO EXPIRE)\b`,
    String.raw`\b(?:IS|ARE|WAS|NOW) OVER(?=$| FOR\b|[,.])|\bWAS (?:PREVIOUSLY |EARLIER )?IN EFFECT\b|\bIS NOW\s*$`,
    String.raw`\bNOT (?:BEEN |BEING |CURRENTLY )?(?:IN EFFECT|MET|EXPECTED|ISSUED|DECLARED|NEEDED|NECESSARY|ANTICIPATED)\b`,
  ].join('|'),
);
/** Text before the phrase that ends it. */
const endedBefore =
  /\b(?:CANCELL?(?:ED|S|ING|ATION)|ENDED|ENDS|ENDING|END OF|DOWNGRADED|LIFTED|EXPIRED|REPLACE[DS]|NO LONGER)\b/;
/** Another product, to which the following verbs belong. */
const otherProduct = /(?<!\bAND )\b(?:THE|AN?|THIS) (?:[\w-]{1,20} ){0,3}(?:WARNING|WATCH|ADVISORY|STATEMENT)\b/;
const placeEnd = /[,.]| (?:HAS|HAVE|IS|ARE|WAS|REMAINS|CONTINUES|UNTIL|THROUGH|WITH|NOW|AT \d)\b/;

/** "TORNADO EMERGENCY FOR MENA". */
const isPlain = /^(?:(?:RARE|DEADLY|CATASTROPHIC|DANGEROUS|LIFE[- ]THREATENING) )*$/;
/** "THIS IS A TORNADO EMERGENCY". */
const isStated = /\b(?:THIS|IT|THERE) (?:IS|REMAINS|CONTINUES TO BE) (?:(?:STILL|NOW) )?(?:AN?|THE) (?:[\w-]+ ){0,2}$/;
/** "NWS LITTLE ROCK HAS ISSUED A TORNADO EMERGENCY". */
const isIssued = /^(?!.*\b(?:NOT|IF|WHEN|NO)\b).*\b(?:ISSUED|DECLARED|UPGRADED (?:\w+ ){0,4}TO) (?:AN?|THE) $/;
/** "A TORNADO EMERGENCY REMAINS IN EFFECT". */
const isNamed = /(?:^|, )(?:AN?|THE) $/;
/** Text after a named one that hasn't been declared. */
const hypothetical = /\b(?:MAY|MIGHT|COULD|WOULD|SHOULD|CAN|WILL|IF|WAS|WERE|HAD)\b/;

/** Joins wrapped lines; a blank line or a bullet begins a clause. */
const unwrapped = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .map((line) => (line === '' || /^[*&$]/.test(line) ? `\n${line.replace(/^[*&$ ]+/, '')}` : line))
    .join(' ');

/** Returns a text's sentences in capitals, without line breaks. */
function sentencesIn(text: string): string[] {
  const clauses = unwrapped(text).toUpperCase().split(clauseEnd);
  const lines = clauses.reduce((done, clause) => {
    const next = clause.trim().split(/\s+/).join(' ');
    if (next === '') return done;
    return `${done}${continuation.test(next) ? ' ' : '\n'}${next}`;
  }, '');
  return lines.split('\n').flatMap((line) => line.split(sentenceEnd).map((sentence) => sentence.trim()));
}

/** Returns "MENA" from " FOR MENA HAS ENDED"; empty without a place. */
function placeIn(text: string): string {
  const index = ` ${text}`.indexOf(' FOR ');
  return index === -1 ? '' : (text.slice(index + 4).split(placeEnd)[0] ?? '').trim();
}

interface Mention {
  status: 'declared' | 'ended';
  /** "MENA"; may be empty. */
  place: string;
}

/** "THE EMERGENCY HAS BEEN CANCELLED". */
const hasEnded = (sentence: string, phrase: Declaration) =>
  phrase.endsWith(' EMERGENCY') && /^(?:THE|THIS) EMERGENCY\b/.test(sentence) && endedAfter.test(sentence);

function mentionIn(sentence: string, phrase: Declaration): Mention[] {
  const index = sentence.indexOf(phrase);
  if (index === -1) return hasEnded(sentence, phrase) ? [{ status: 'ended', place: '' }] : [];
  const before = sentence.slice(0, index);
  const after = sentence.slice(index + phrase.length).split(otherProduct)[0] ?? '';
  const place = placeIn(after);
  if (endedAfter.test(after) || endedBefore.test(before)) return [{ status: 'ended', place }];
  const isDeclared =
    isPlain.test(before) ||
    isStated.test(before) ||
    isIssued.test(before) ||
    (isNamed.test(before) && !hypothetical.test(after));
  return isDeclared ? [{ status: 'declared', place }] : [];
}

/** Returns whether one of the texts declares it for a place where none ends it. */
export function declares(phrase: Declaration, passages: readonly (string | undefined)[]): boolean {
  const mentions = passages.flatMap((text) =>
    sentencesIn(text ?? '').flatMap((sentence) => mentionIn(sentence, phrase)),
  );
  const ended = mentions.filter(({ status }) => status === 'ended');
  const isEndedFor = (place: string) => ended.some((other) => !other.place || !place || other.place === place);
  return mentions.some(({ status, place }) => status === 'declared' && !isEndedFor(place));
}
