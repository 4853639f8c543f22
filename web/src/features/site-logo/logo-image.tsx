import { AdminPicture } from '../../components/admin/admin-picture.js';
import { strings } from '../../strings.js';
import type { SiteLogo } from './logo.js';

/** The stored logo in its own proportions, as large as its box allows. */
export function LogoImage({ logo: { logo, picture } }: { logo: SiteLogo }) {
  return (
    <AdminPicture
      picture={picture}
      src={logo}
      alt={`${strings.siteName} logo`}
      cssPixels={320}
      className="h-auto max-h-full w-auto max-w-full"
    />
  );
}
