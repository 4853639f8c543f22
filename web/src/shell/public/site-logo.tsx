import { useEffect, useRef, useState } from 'react';
import * as strings from '@/strings/public-strings.js';
import { classNames } from '@/ui/class-names.js';
import { Logo } from '@/ui/image.js';
import { useSiteContent } from '@/components/content/site-content.js';
import { inkOf, type LogoInk } from './logo-color.js';

/** In the dark theme, dark ink becomes light ink of the same hue. Until the ink is known, the logo has a light plate. */
export function SiteLogo() {
  const { data } = useSiteContent();
  const box = useRef<HTMLSpanElement>(null);
  const [ink, setInk] = useState<LogoInk>();
  useEffect(() => {
    // A cached image may have loaded before React attaches its listener.
    const image = box.current?.querySelector('img');
    if (image?.complete) setInk(inkOf(image));
  }, []);
  return (
    <span
      ref={box}
      className="contents"
      onLoadCapture={({ target }) => target instanceof HTMLImageElement && setInk(inkOf(target))}
    >
      <Logo
        image={data?.logo_image ?? null}
        src={data?.logo ?? null}
        alt={strings.siteName}
        sizes="160px"
        priority
        className={classNames(
          'h-[40px] w-auto max-w-[min(160px,100%)] min-w-0 rounded-sm',
          !ink && 'bg-(--logo-plate)',
          ink === 'dark' && 'dark-ink',
        )}
        fallback={
          <span className="flex items-center gap-2.5 text-lg leading-tight font-extrabold tracking-tight">
            <img src="/favicon.svg" alt="" width={32} height={32} />
            {strings.siteName}
          </span>
        }
      />
    </span>
  );
}
