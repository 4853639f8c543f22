/**
 * ESLint rule: text is cut to a length by `firstCharacters` or `truncate` (domain/truncate.ts). `slice` and its kind count
 * UTF-16 units, so they may split a surrogate pair, and Postgres rejects JSON with half of one.
 *
 * Positions found in the text (`text.slice(0, end)`) and short codes (`isoTime.slice(0, 10)`) are fine.
 */

const methods = new Set(['slice', 'substring', 'substr']);
/** Dates, hashes and codes are shorter. */
const minLength = 40;
const isLimitName = /^(max|most|longest|limit)|(max|limit)$/i;

/** @param {import('estree').Node} node @returns {boolean} */
function isLimit(node) {
  if (node.type === 'Literal') return typeof node.value === 'number' && node.value >= minLength;
  if (node.type === 'Identifier') return isLimitName.test(node.name);
  if (node.type === 'MemberExpression') return node.property.type === 'Identifier' && isLimit(node.property);
  if (node.type === 'BinaryExpression') return isLimit(node.left);
  if (node.type === 'CallExpression') return node.arguments.some(isLimit);
  return false;
}

/** @type {import('eslint').Rule.RuleModule} */
export const cutByCharacters = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { units: 'Cut text by code points, with firstCharacters or truncate of @site/domain/text.' },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services?.program?.getTypeChecker();
    if (!checker) return {};
    return {
      CallExpression(node) {
        const { callee } = node;
        const [from, to] = node.arguments;
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
        if (!methods.has(callee.property.name) || !from || !to || !isLimit(to)) return;
        const type = checker.getTypeAtLocation(services.esTreeNodeToTSNodeMap.get(callee.object));
        if (checker.typeToString(checker.getBaseTypeOfLiteralType(type)) === 'string')
          context.report({ node, messageId: 'units' });
      },
    };
  },
};
