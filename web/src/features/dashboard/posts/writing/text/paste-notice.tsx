import { Banner } from '../../../../../ui/banner.js';
import { Button } from '../../../../../ui/button.js';
import type { Dropped } from './pasted-html.js';

const list = new Intl.ListFormat('en-US');

export function PasteNotice({ dropped, onClose }: { dropped: ReadonlySet<Dropped>; onClose: () => void }) {
  if (dropped.size === 0) return null;
  const left = [...dropped].filter((one) => one !== 'tables');
  return (
    <Banner tone="info" className="mt-3">
      {left.length > 0 && <p>Posts can’t contain pasted {list.format(left)}. The text is here without them.</p>}
      {dropped.has('pictures') && <p>Add pictures with “Picture from the library” above the text.</p>}
      {dropped.has('tables') && <p>Each table row is now a line with tabs between its cells.</p>}
      <p className="mt-2">
        <Button tone="secondary" size="small" onClick={onClose}>
          OK
        </Button>
      </p>
    </Banner>
  );
}
