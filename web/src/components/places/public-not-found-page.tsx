import { ButtonLink } from '@/ui/button.js';
import { NotFoundPage } from '@/ui/pages/not-found-page.js';
import { PlaceJump } from './place-jump.js';

/** The public pages' 404, with a search for a place, without scripts the list of counties, and the active warnings. */
export function PublicNotFoundPage() {
  return (
    <NotFoundPage>
      <div role="search" aria-label="Weather of a place" className="needs-script w-full">
        <PlaceJump />
      </div>
      <noscript>
        <ButtonLink to="/now">Find your county</ButtonLink>
      </noscript>
      <ButtonLink to="/alert">See active warnings</ButtonLink>
    </NotFoundPage>
  );
}
