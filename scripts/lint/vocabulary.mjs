/**
 * Rejects declared names that contain a word of the project's former private vocabulary or a British spelling, and
 * names the field's word instead. Names that repeat a property (`{ texts }`) are exempt, because the contract decides.
 */

const limits = {
  most: 'max',
  least: 'min',
  longest: 'max…Length',
  largest: 'max',
  widest: 'max…Width',
  tallest: 'max…Height',
};
const participles = {
  said: 'response or previous',
  heard: 'received',
  told: 'notified',
  kept: 'cached or stored',
  wanted: 'requested',
  drawn: 'rendered',
  given: 'provided',
  refused: 'rejected',
  answered: 'responded',
  thinned: 'downsampled',
};
const nouns = {
  words: 'label or text',
  sayings: 'messages',
  look: 'className or variant',
  looks: 'variants',
  moment: 'timestamp',
  patience: 'timeout',
  wish: 'preference',
  wishes: 'preferences',
  setback: 'failure',
  brake: 'killSwitch',
  keeper: 'autosave or store',
  keeping: 'storage',
  teller: 'notifier',
  figures: 'metrics',
  tally: 'counts',
  wire: 'nwws',
  desk: 'editor',
  guess: 'loginAttempt',
  nobody: 'no…',
  ours: 'own…',
  mine: 'own…',
  beside: 'adjacent',
};
const british = {
  behaviour: 'behavior',
  colour: 'color',
  coloured: 'colored',
  colours: 'colors',
  favourite: 'favorite',
  favourites: 'favorites',
  kilometres: 'kilometers',
  metres: 'meters',
  neighbour: 'neighbor',
  neighbours: 'neighbors',
};
const replacements = new Map(Object.entries({ ...limits, ...participles, ...nouns, ...british }));

/** Splits `maxFrames` and `MAX_FRAMES` into lower-case words. @param {string} name */
const splitName = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_$0-9]+/g, ' ')
    .toLowerCase()
    .split(' ');

/** `{ name }` in a pattern: the name is the property's. @param {import('eslint').Rule.Node} node */
const isPropertyName = ({ parent }) => {
  const property = parent?.type === 'AssignmentPattern' ? parent.parent : parent;
  return property?.type === 'Property' && property.shorthand && property.parent.type === 'ObjectPattern';
};

/** @type {import('eslint').Rule.RuleModule} */
export const vocabulary = {
  meta: {
    type: 'suggestion',
    messages: { word: "“{{ name }}”: write the field's word instead of “{{ word }}” ({{ use }})." },
    schema: [],
  },
  create(context) {
    return {
      'Program:exit'() {
        for (const scope of context.sourceCode.scopeManager.scopes)
          for (const { name, defs } of scope.variables) {
            const word = splitName(name).find((each) => replacements.has(each));
            const [definition] = defs;
            if (!word || !definition) continue;
            const node = /** @type {import('eslint').Rule.Node} */ (definition.name);
            if (isPropertyName(node)) continue;
            const { imported } = /** @type {{ imported?: { name?: string } }} */ (definition.node);
            if (definition.type === 'ImportBinding' && imported?.name === name) continue;
            context.report({
              node,
              messageId: 'word',
              data: { name, word, use: replacements.get(word) ?? '' },
            });
          }
      },
    };
  },
};
