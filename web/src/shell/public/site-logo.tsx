import * as strings from '../../strings.js';
import { Logo } from '../../ui/picture.js';
import { useSiteContent } from '../../domain/content/site-content.js';

/** The uploaded logo; until there is one, the site's own mark and name. */
export function SiteLogo() {
  const { data } = useSiteContent();
  return (
    <Logo
      picture={data?.logo_picture ?? null}
      src={data?.logo ?? null}
      alt={strings.siteName}
      sizes="160px"
      priority
      className="h-10 w-auto max-w-40 rounded-sm bg-(--logo-plate) -ml-1.5 px-1.5 py-0.5"
      fallback={
        <span className="flex items-center gap-2.5 text-lg leading-tight font-extrabold tracking-tight">
          <img src="/favicon.svg" alt="" width={32} height={32} />
          {strings.siteName}
        </span>
      }
    />
  );
}
