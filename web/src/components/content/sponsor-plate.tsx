import type { Sponsor } from '@site/proto/submissions/v1/sponsors.responses';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { classNames } from '@/ui/class-names.js';
import { Logo } from '@/ui/image.js';

/** A plate and the space for its logo or name, by style: bar, circle, grid, crop. */
interface Shape {
  plate: string;
  logo: string;
  name: string;
}
const shapes: Record<SponsorView, Shape> = {
  '1': {
    plate: 'h-14 w-26 max-w-full rounded-md px-2 shadow-card sm:h-16 sm:w-40 sm:px-5 md:h-20 md:w-44',
    logo: 'max-h-12 max-w-full',
    name: 'line-clamp-3',
  },
  '2': {
    plate: 'size-32 rounded-full p-4 shadow-card md:size-36 md:p-5',
    logo: 'max-h-full max-w-full',
    name: 'line-clamp-4',
  },
  '3': {
    plate: 'h-24 w-40 max-w-full rounded-lg p-4 shadow-card md:h-32 md:w-52 md:p-5',
    logo: 'max-h-full max-w-full',
    name: 'line-clamp-3 md:line-clamp-4',
  },
  '4': {
    plate: 'h-24 w-40 max-w-full rounded-lg shadow-card md:h-28 md:w-52',
    logo: 'size-full object-cover',
    name: 'line-clamp-4 px-3',
  },
};
/** The same plates as the head of a card, at the full width of its column. */
const heads: Partial<Record<SponsorView, Shape>> = {
  '3': { plate: 'h-28 w-full px-8', logo: 'max-h-full max-w-full', name: 'line-clamp-4' },
  '4': { plate: 'aspect-2/1 w-full', logo: 'size-full object-cover', name: 'line-clamp-4 px-5' },
};

/** Font sizes by the length of the name and of its longest word, in characters. */
const nameSteps = [
  { inAll: 20, inWord: 11, className: 'text-base/5' },
  { inAll: 36, inWord: 14, className: 'text-sm/4.5' },
];
const minTextClass = 'text-[0.8125rem]/4';

function getNameClassName(name: string): string {
  const maxWordLength = Math.max(...name.split(/\s+/).map((word) => word.length));
  return (
    nameSteps.find(({ inAll, inWord }) => name.length <= inAll && maxWordLength <= inWord)?.className ?? minTextClass
  );
}

interface SponsorPlateProps {
  sponsor: Sponsor;
  view: SponsorView;
  isHead?: boolean;
  /** Delays fetching the logo, except in browsers without scripts. */
  waits?: boolean;
}

/**
 * A sponsor's logo on a white plate in both themes, because logos are designed for white. Without a logo, shows the
 * name, clamped to the plate and complete on hover and for screen readers.
 */
export function SponsorPlate({ sponsor, view, isHead = false, waits = false }: SponsorPlateProps) {
  const { plate, logo, name } = (isHead && heads[view]) || (shapes[view] ?? shapes['1']);
  const logoImage = (
    <Logo
      image={sponsor.picture}
      src={sponsor.company_logo}
      alt={sponsor.name}
      sizes={isHead ? '384px' : '208px'}
      className={classNames('h-auto w-auto', logo)}
      fallback={
        <span
          title={sponsor.name}
          className={classNames(
            'min-w-0 text-center font-bold wrap-anywhere hyphens-auto text-[#1a2230]',
            getNameClassName(sponsor.name),
            name,
          )}
        >
          {sponsor.name}
        </span>
      }
    />
  );
  return (
    <span className={classNames('flex items-center justify-center overflow-hidden bg-white', plate)}>
      {waits ? (
        <>
          {/* Not a skeleton: the plate is white in both themes. */}
          <span aria-hidden="true" className="needs-script size-full rounded-sm bg-black/5" />
          <noscript className="contents">{logoImage}</noscript>
        </>
      ) : (
        logoImage
      )}
    </span>
  );
}
