/**
 * Rejects a state's name, codes, time zone and coordinates outside its folder in `regions/`: in a build for another
 * state they would be wrong. Comments may use them as examples.
 */
import { stateCodes } from '../../regions/choice.mjs';
import { readState } from '../../regions/facts.mjs';

const states = await Promise.all(
  stateCodes.map(async (code) => {
    const [{ state }, { stateBoxes }] = await Promise.all([readState('facts', code), readState('details', code)]);
    return { ...state, box: stateBoxes.itself };
  }),
);

/** Postal codes that are also words. */
const ambiguousCodes = ['HI', 'IN', 'ME', 'OH', 'OK', 'OR'];
const anyOf = (/** @type {string[]} */ values) => `(?:${[...new Set(values)].join('|')})`;
const codes = states.map(({ postalCode }) => postalCode);
const patterns = {
  name: new RegExp(`\\b${anyOf(states.map(({ name }) => name))}\\b`),
  'time zone': new RegExp(anyOf(states.map(({ timeZone }) => timeZone))),
  'postal code': new RegExp(`^${anyOf(codes.filter((code) => !ambiguousCodes.includes(code)))}$`),
  'zone code': new RegExp(`(?<![A-Z])${anyOf(codes)}(?:[CZ]\\d{3}|\\[CZ\\])`),
};
const pairOfDegrees = /\b(\d{2}\.\d+),\s*(-\d{2,3}\.\d+)\b/;

/** @param {number} lat @param {number} lon */
const isInside = (lat, lon) =>
  states.some(({ box }) => lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east);
/** A longitude alone suffices: no other numbers are negative fractions of this size. @param {number} number */
const isLongitude = (number) =>
  !Number.isInteger(number) && states.some(({ box }) => number >= box.west && number <= box.east);

/** @param {string} text @returns what of a state the text contains */
function factIn(text) {
  const [, lat, lon] = pairOfDegrees.exec(text) ?? [];
  if (lat && isInside(Number(lat), Number(lon))) return 'coordinates';
  return Object.entries(patterns).find(([, pattern]) => pattern.test(text))?.[0];
}

/** @type {import('eslint').Rule.RuleModule} */
export const factsOfAState = {
  meta: {
    type: 'problem',
    messages: { fact: "Only regions/ may contain a state's {{ fact }}: import it from @site/regions." },
    schema: [],
  },
  create(context) {
    /** @param {import('estree').Node} node @param {string} [fact] */
    const report = (node, fact) => fact && context.report({ node, messageId: 'fact', data: { fact } });
    return {
      Literal: (node) => {
        if (typeof node.value === 'string') report(node, factIn(node.value));
        else if ('regex' in node) report(node, factIn(node.regex.pattern));
      },
      TemplateElement: (node) => report(node, factIn(node.value.cooked ?? '')),
      JSXText: (/** @type {import('estree').SimpleLiteral & { value: string }} */ node) =>
        report(node, factIn(node.value)),
      'UnaryExpression[operator="-"] > Literal': (/** @type {import('estree').Literal} */ node) => {
        if (typeof node.value === 'number' && isLongitude(-node.value)) report(node, 'coordinates');
      },
    };
  },
};
