import { linkAddress } from '@site/proto/content/v1/rich-text.schema';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, type MarkType, type Node, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** "p.m" and "Fort.Smith" have dots, too, so that a host alone needs a usual ending. */
const addressPattern =
  /^(?:https?:\/\/|www\.)\S|^[\w-]+(?:\.[\w-]+)+\/\S|^[\w-]+(?:\.[\w-]+)*\.(?:com|edu|gov|info|mil|net|org|us)\/?$/i;

const mailbox = /^[^\s@/:]+@[^\s@/:]+$/;

/** Adds `mailto:` to an email address. */
export const completed = (typed: string) => (mailbox.test(typed) ? `mailto:${typed}` : typed);

interface Found {
  /** Within the given text. */
  from: number;
  to: number;
  href: string;
}

const punctuation = new Set('.,;:!?"\'”’>]');

/** Removes punctuation at the end, and closing parentheses without an opening one. */
function withoutEnd(word: string): string {
  let end = word.length;
  while (punctuation.has(word.charAt(end - 1))) end -= 1;
  const rest = word.slice(0, end);
  const isOpen = (text: string) => text.split('(').length < text.split(')').length;
  return rest.endsWith(')') && isOpen(rest) ? withoutEnd(rest.slice(0, -1)) : rest;
}

/** Longer addresses can't be saved. */
const maxAddressLength = 2_000;

/** Returns the address in a text without white space, without the brackets and punctuation around it. */
function addressIn(word: string): Found | undefined {
  const from = word.search(/[^("'“‘<[]/);
  if (from < 0 || word.length > maxAddressLength) return undefined;
  const inside = withoutEnd(word.slice(from));
  if (!addressPattern.test(inside) && !mailbox.test(inside)) return undefined;
  const href = linkAddress(completed(inside));
  return href === undefined ? undefined : { from, to: from + inside.length, href };
}

const isLinkable = (node: Node, link: MarkType) =>
  node.isText && !node.marks.some(({ type }) => type === link || type.excludes(link));

/** Adds links to the addresses in pasted text. */
const linked = (content: Fragment, link: MarkType): Fragment =>
  Fragment.fromArray(
    content.content.flatMap((node) => {
      if (!isLinkable(node, link)) return [node.isText ? node : node.copy(linked(node.content, link))];
      const pieces: Node[] = [];
      let done = 0;
      for (const { 0: word, index } of (node.text ?? '').matchAll(/\S+/g)) {
        const found = addressIn(word);
        if (!found) continue;
        if (index + found.from > done) pieces.push(node.cut(done, index + found.from));
        done = index + found.to;
        pieces.push(node.cut(index + found.from, done).mark(link.create({ href: found.href }).addToSet(node.marks)));
      }
      return done === 0 ? [node] : [...pieces, ...(done < node.nodeSize ? [node.cut(done)] : [])];
    }),
  );

function linkWordBeforeCaret({ state, dispatch }: EditorView, link: MarkType) {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.isTextblock) return;
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - maxAddressLength),
    $from.parentOffset,
    undefined,
    ' ',
  );
  const word = before.split(/\s/).at(-1) ?? '';
  const found = addressIn(word);
  if (!found) return;
  const start = $from.pos - word.length;
  const from = start + found.from;
  const to = start + found.to;
  let isFree = true;
  state.doc.nodesBetween(from, to, (node) => {
    if (node.isText) isFree &&= isLinkable(node, link);
  });
  // A separate step, so that Undo removes only the link.
  if (isFree) dispatch(closeHistory(state.tr.addMark(from, to, link.create({ href: found.href }))));
}

/** Links addresses when they are typed or pasted; pasting one over a selection links the selected text. */
export const linkAddresses = (link: MarkType) =>
  new Plugin({
    props: {
      handleTextInput: (view, _from, _to, text) => {
        if (/^\s$/.test(text)) linkWordBeforeCaret(view, link);
        return false;
      },
      handleKeyDown: (view, { key, isComposing }) => {
        if (key === 'Enter' && !isComposing) linkWordBeforeCaret(view, link);
        return false;
      },
      handlePaste: ({ state, dispatch }, _event, { content }) => {
        const { from, to, empty, $from, $to } = state.selection;
        const word = content.childCount === 1 ? content.textBetween(0, content.size, '\n', '\n').trim() : '';
        const found = /^\S+$/.test(word) ? addressIn(word) : undefined;
        if (empty || !$from.sameParent($to) || !found || found.to - found.from < word.length) return false;
        if (!$from.parent.isTextblock) return false;
        dispatch(state.tr.removeMark(from, to, link).addMark(from, to, link.create({ href: found.href })));
        return true;
      },
      transformPasted: ({ content, openStart, openEnd }) => new Slice(linked(content, link), openStart, openEnd),
    },
  });
