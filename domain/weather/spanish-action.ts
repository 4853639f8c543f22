import { spanishStrongLine } from './spanish.js';
import { asClause, sentencesOf } from './warned-action.js';

const asksInSpanish =
  /\b(busque|evite|suba|vaya|entre|salga|al[eé]jese|ref[uú]giese|prot[eé]jase|mant[eé]ngase|permanezca|qu[eé]dese|evac[uú]e|abandone|siga|dir[ií]jase|mu[eé]vase|no (cruce|intente|conduzca|salga|viaje|maneje))\b/i;

/**
 * Returns "busque refugio ahora", from our strong line or the weather service's own text; undefined if neither has it:
 * warnings are never translated.
 */
export function spanishActionOf({ event, spanish_text: text }: { event: string; spanish_text: string | null }) {
  const line = spanishStrongLine(event)?.replace(/^ALERTA: /, '');
  const sentence = line ?? sentencesOf(text ?? '').find((each) => asksInSpanish.test(each) && !each.startsWith('SNM:'));
  return sentence === undefined ? undefined : asClause(sentence);
}
