import { officeTown, officialPage } from '@site/regions/state';
import { Camera, Siren, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { OutsideLink } from '@/ui/outside-link.js';
import { PageTitle } from '@/ui/pages/page-title.js';
import * as strings from '@/strings/public-strings.js';
import { ContactForm } from './contact-form.js';

export function Page() {
  return (
    <div className="container-page grid grid-cols-1 gap-8 pt-8 md:pt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)] lg:gap-12">
      <div>
        <PageTitle title="Contact Us Any Time" />
        <p className="mt-3 text-lg text-ink-soft">
          Ask a question, send a correction or share an idea. We read everything and reply by email when needed. We
          delete your message after a year at the latest.
        </p>
        <ul className="mt-8 flex flex-col gap-5">
          <Elsewhere Icon={Siren} title="In danger?">
            Call{' '}
            <a className="text-link" href="tel:911">
              911
            </a>
            . This form isn’t monitored around the clock.
          </Elsewhere>
          <Elsewhere Icon={TriangleAlert} title="Storm damage, hail or flooding?">
            The <OutsideLink href={officialPage}>National Weather Service in {officeTown}</OutsideLink> takes reports at
            any hour.
          </Elsewhere>
          <Elsewhere Icon={Camera} title="A photo of the sky?">
            Send it to{' '}
            <Link className="text-link" to="/snapshots#send">
              {strings.stateSnapshots}
            </Link>
            .
          </Elsewhere>
        </ul>
      </div>
      <ContactForm />
    </div>
  );
}

function Elsewhere({ Icon, title, children }: { Icon: typeof Siren; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-sky-soft text-sky-strong">
        <Icon aria-hidden="true" size={22} />
      </span>
      <div>
        <h2 className="text-base">{title}</h2>
        <p className="text-ink-soft">{children}</p>
      </div>
    </li>
  );
}
