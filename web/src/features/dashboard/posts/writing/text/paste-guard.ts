import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { richTextLimits } from '@site/proto/content/v1/rich-text.schema';

/** Approximate limit in bytes: browsers take seconds to parse more. */
const longestPaste = 2 * 1024 * 1024;

const tooLarge =
  'What you pasted is larger than 2 MB, so nothing was inserted. Paste it in parts, and drop its pictures as files.';
const tooLong = (by: number) =>
  `The pasted text would make the post ${by.toLocaleString('en-US')} characters longer than the ` +
  `limit of ${richTextLimits.characters.toLocaleString('en-US')}. Nothing was inserted.`;

/** Browsers add HTML to a copied picture. Office programs add a picture of the copied text. */
const hasWords = (html: string) =>
  html.length > longestPaste ||
  /[^\s<>]/.test(html.replace(/<(style|script)[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/gi, ''));

const pointedAt = (view: EditorView, { clientX: left, clientY: top }: DragEvent) =>
  view.posAtCoords({ left, top })?.pos ?? view.state.doc.content.size;

declare module '@tiptap/core' {
  interface EditorEvents {
    /** Files were pasted or dropped at a position. */
    files: { files: File[]; at: number };
  }
}

/** Rejects a paste that would make the text too long, before anything changes. Files become an event. */
export const pasteGuard = (refuse: (reason: string) => void) =>
  Extension.create({
    name: 'pasteGuard',
    addProseMirrorPlugins() {
      const { editor } = this;
      const isTaken = (event: Event, given: DataTransfer | null, at: () => number) => {
        const files = [...(given?.files ?? [])];
        const html = given?.getData('text/html') ?? '';
        // A block of this editor may be dragged by its picture.
        const isFiles = files.length > 0 && !html.includes('data-pm-slice') && !hasWords(html);
        const size = Math.max(html.length, given?.getData('text/plain').length ?? 0);
        if (size <= longestPaste && !isFiles) return false;
        event.preventDefault();
        if (isFiles) editor.emit('files', { files, at: at() });
        else refuse(tooLarge);
        return true;
      };
      return [
        new Plugin({
          props: {
            handleDOMEvents: {
              paste: ({ state: { selection } }, event) => isTaken(event, event.clipboardData, () => selection.to),
              drop: (view, event) => isTaken(event, event.dataTransfer, () => pointedAt(view, event)),
            },
            handlePaste: ({ state: { doc, selection } }, _event, slice) => {
              const replaced = doc.textBetween(selection.from, selection.to).length;
              const given = slice.content.textBetween(0, slice.content.size).length;
              const over = doc.textContent.length - replaced + given - richTextLimits.characters;
              if (over <= 0) return false;
              refuse(tooLong(over));
              return true;
            },
          },
        }),
      ];
    },
  });
