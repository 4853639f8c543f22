/** Frame in the post editor around blocks that aren't text, such as images and videos. */
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/ui/button.js';

interface FrameProps extends NodeViewProps {
  noun: string;
  /** Before the button that removes the block. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A block that isn't text. */
export function Frame({ selected, deleteNode, noun, tools, children }: FrameProps) {
  return (
    <NodeViewWrapper
      data-drag-handle
      contentEditable={false}
      className={`relative my-4 overflow-hidden rounded-md ring-1 ring-inset ${selected ? 'outline-3 outline-sky ring-sky' : 'ring-line'}`}
    >
      {children}
      <span className="absolute top-2 right-2 flex gap-2">
        {tools}
        <IconButton
          label={`Remove the ${noun} from the text`}
          onClick={deleteNode}
          className="bg-surface ring-1 ring-inset ring-edge"
        >
          <Trash2 aria-hidden="true" size={18} />
        </IconButton>
      </span>
    </NodeViewWrapper>
  );
}
