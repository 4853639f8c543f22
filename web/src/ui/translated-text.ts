/**
 * Lets React update a page that the browser translates. Translators replace text nodes with `<font>` elements, so React
 * would change nodes that are no longer in the document: new text stays invisible, and removing the old text throws
 * (https://github.com/facebook/react/issues/11538). React's nodes are put back before it removes them or inserts
 * beside them, and after it changes their text. The translator then translates the new text.
 */

/** Text nodes that a translation replaced, by the translation's element. */
const originals = new WeakMap<Node, Node[]>();
/** The reverse. */
const translations = new WeakMap<Node, Element>();

const isTranslation = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT';

/** Returns whether a translator has changed the text below an element. Our own markup has no `<font>`. */
export const isTranslated = (root: Element): boolean => root.querySelector('font') !== null;

/** Whether a translator has changed any text since the page loaded. */
let wasTranslated = false;

/**
 * Receives errors of hydration after which React rendered a section anew. Sections hydrate one by one, so a translator can
 * be faster than React: then its changes are the expected reason.
 */
export function reportRecoverableError(error: unknown): void {
  if (!wasTranslated) reportError(error);
}

/** Returns React's nodes that a node replaced or contains. */
function originalsIn(node: Node): Node[] {
  return originals.get(node) ?? (isTranslation(node) ? [...node.childNodes].flatMap(originalsIn) : [node]);
}

function restore(translation: Element): void {
  const nodes = originalsIn(translation);
  originals.delete(translation);
  for (const node of nodes) translations.delete(node);
  translation.replaceWith(...nodes);
}

/** Puts a node back where React left it. */
function putBack(node: Node, parent: Node): void {
  let place: Node | null = node.isConnected ? node : (translations.get(node) ?? null);
  while (place && place.parentNode !== parent) place = place.parentNode;
  if (place !== node && isTranslation(place)) restore(place);
}

function remember(text: Node, translation: Element): void {
  originals.set(translation, [...(originals.get(translation) ?? []), text]);
  translations.set(text, translation);
}

/** Starts once, before React renders. */
export function followTranslation(root: Node): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null): Child {
    if (next) putBack(next, this);
    return insertBefore.call(this, child, next?.parentNode === this ? next : null) as Child;
  };
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    putBack(child, this);
    // A translator may have removed it altogether.
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };

  const observer = new MutationObserver((records) => {
    const added = new Set<Node>();
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') {
        const translation = translations.get(target);
        if (translation && !target.isConnected) restore(translation);
        continue;
      }
      for (const node of addedNodes) if (isTranslation(node)) added.add(node);
      wasTranslated ||= added.size > 0;
      // Only a translation that is new: what React removes beside an older one is gone for good.
      const translation = [...addedNodes, previousSibling, nextSibling].find((node) => node && added.has(node));
      if (!isTranslation(translation)) continue;
      for (const text of removedNodes) {
        if (text.isConnected) continue;
        remember(text, translation);
        observer.observe(text, { characterData: true });
      }
    }
  });
  observer.observe(root, { childList: true, subtree: true });
}
