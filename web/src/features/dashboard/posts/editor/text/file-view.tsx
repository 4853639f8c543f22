/** An attached PDF in the post editor. */
import { type FileAttributes, formatFileSize } from '@site/domain/content/rich-text';
import { richTextLimits } from '@site/proto/content/v1/rich-text.schema';
import type { NodeViewProps } from '@tiptap/react';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { TextField } from '@/ui/forms/form-fields.js';
import { Frame } from './block-frame.js';

export function FileView(props: NodeViewProps) {
  const { name, bytes } = props.node.attrs as FileAttributes;
  const [typed, setTyped] = useState(name);
  return (
    <Frame {...props} noun="file">
      <div className="flex items-start gap-3 p-4 pr-14 whitespace-normal">
        <FileText aria-hidden="true" size={24} className="mt-1 shrink-0 text-ink-soft" />
        <div className="min-w-0 flex-1 text-sm">
          <TextField
            label="Name of the file"
            hint={formatFileSize({ bytes: Number(bytes) })}
            value={typed}
            maxLength={richTextLimits.fileName}
            error={typed.trim() ? undefined : 'Enter a name for the file.'}
            onChange={({ target }) => {
              setTyped(target.value);
              props.updateAttributes({ name: target.value });
            }}
          />
        </div>
      </div>
    </Frame>
  );
}
