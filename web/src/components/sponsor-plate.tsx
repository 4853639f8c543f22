import { classNames } from './class-names.js';
import { Logo } from './picture.js';
import type { Sponsor, SponsorView } from './site-content.js';

/** A plate and the room for the logo on it, by style: bar, circle, grid, crop. */
const shapes: Record<SponsorView, { plate: string; logo: string }> = {
  '1': { plate: 'h-16 w-40 rounded-md px-5 md:h-20 md:w-44 md:px-5', logo: 'max-h-12 max-w-full' },
  '2': { plate: 'size-28 rounded-full p-5 md:size-32 md:p-6', logo: 'max-h-full max-w-full' },
  '3': { plate: 'h-24 w-40 rounded-lg p-5 md:h-32 md:w-52 md:p-6', logo: 'max-h-full max-w-full' },
  '4': { plate: 'h-24 w-40 rounded-lg md:h-28 md:w-52', logo: 'size-full object-cover' },
};

/** A sponsor's logo on a white plate in both themes: logos are drawn for white. Without a logo, the name. */
export function SponsorPlate({ sponsor, view }: { sponsor: Sponsor; view: SponsorView }) {
  const { plate, logo } = shapes[view] ?? shapes['1'];
  return (
    <span className={classNames('flex items-center justify-center overflow-hidden bg-white shadow-card', plate)}>
      <Logo
        picture={sponsor.picture}
        src={sponsor.company_logo}
        alt={sponsor.name}
        sizes="208px"
        className={classNames('h-auto w-auto', logo)}
        fallback={<span className="px-2 text-center font-bold text-[#1a2230]">{sponsor.name}</span>}
      />
    </span>
  );
}
