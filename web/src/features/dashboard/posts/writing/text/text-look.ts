/**
 * Styles of the text being edited, close to the public page. The first line replaces ProseMirror's style sheet: it
 * keeps every space and shows selected blocks. No kerning, for the reason given in TextFrame.
 */
export const textLook =
  'relative break-words whitespace-break-spaces [font-variant-ligatures:none] [font-kerning:none] [&_.ProseMirror-separator]:inline ' +
  'min-h-80 px-4 py-4 text-base outline-none wrap-anywhere focus-visible:outline-none sm:px-6 ' +
  '[&>p]:mb-4 [&_blockquote>p]:mb-2 [&_h2]:mt-6 [&_h2]:mb-2 [&_h2]:text-xl [&_h2]:font-bold [&_h3]:mt-4 [&_h3]:mb-2 [&_h3]:text-lg [&_h3]:font-bold ' +
  '[&_ul]:mb-4 [&_ul]:list-disc [&_ul]:pl-6 [&_ol]:mb-4 [&_ol]:list-decimal [&_ol]:pl-6 [&_li>p]:mb-1 ' +
  '[&_blockquote]:mb-4 [&_blockquote]:border-l-4 [&_blockquote]:border-edge [&_blockquote]:pl-4 ' +
  '[&_a]:text-sky-strong [&_a]:underline ' +
  '[&_.ProseMirror-gapcursor]:relative [&_.ProseMirror-gapcursor]:block [&_.ProseMirror-gapcursor]:h-1 ' +
  '[&_.ProseMirror-gapcursor]:border-t-2 [&_.ProseMirror-gapcursor]:border-ink';
