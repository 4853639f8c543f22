import { AdminPicture } from '../../../dashboard-kit/admin-picture.js';
import { strings } from '../../../strings.js';
import type { SiteLogo } from './logo.js';

/** The stored logo in its own proportions, on the plate that the public pages put under it in either theme. */
export function LogoImage({ logo: { logo, picture } }: { logo: SiteLogo }) {
  return (
    <span className="flex size-full items-center justify-center p-6">
      <AdminPicture
        picture={picture}
        src={logo}
        alt={`${strings.siteName} logo`}
        cssPixels={320}
        className="h-auto max-h-full w-auto max-w-full rounded-md bg-(--logo-plate) p-(--logo-padding)"
      />
    </span>
  );
}
