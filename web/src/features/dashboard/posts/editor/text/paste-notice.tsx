import { Banner } from '@/ui/banner.js';
import { Button } from '@/ui/button.js';
import type { Dropped } from './paste-reader.js';

const list = new Intl.ListFormat('en-US');

interface PasteNoticeProps {
  dropped: ReadonlySet<Dropped>;
  onClose: () => void;
}

/** Says what a paste had that a post can't have. */
export function PasteNotice({ dropped, onClose }: PasteNoticeProps) {
  if (dropped.size === 0) return null;
  const left = [...dropped].filter((one) => one !== 'pictures');
  return (
    <Banner tone="info" className="mt-3">
      {left.length > 0 && <p>Posts can’t contain pasted {list.format(left)}. The text is here without them.</p>}
      {dropped.has('pictures') && (
        <p>The text is here without its pictures. Copy each picture on its own, or drop its file into the text.</p>
      )}
      <p className="mt-2">
        <Button tone="secondary" size="small" onClick={onClose}>
          OK
        </Button>
      </p>
    </Banner>
  );
}
