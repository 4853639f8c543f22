import { stateName } from '@site/state/state';
import { Check, type LucideIcon, X } from 'lucide-react';
import { ButtonLink } from '../../../ui/button.js';
import { PageHead } from '../../../ui/pages/page-head.js';
import * as strings from '../../../strings.js';
import { Gallery } from './gallery.js';
import { SnapshotDetail } from './snapshot-detail.js';
import { SnapshotForm } from './snapshot-form.js';

/** Photo gallery and submission form. */
export function Page() {
  return (
    <>
      <PageHead
        title={strings.stateSnapshots}
        lead={`Storms, sunsets and snow, photographed by the people of ${stateName}. Every photo is looked at before it is shown.`}
      >
        <ButtonLink to="#send">Send your photo</ButtonLink>
      </PageHead>
      <div className="container-page">
        <Gallery />
        <section
          id="send"
          aria-labelledby="send-heading"
          className="mt-16 grid grid-cols-1 gap-8 md:mt-24 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)] lg:gap-12"
        >
          <div>
            <h2 id="send-heading" className="text-2xl">
              Send your photo
            </h2>
            <p className="mt-3 text-ink-soft">
              Please stay safe: no photo is worth standing in the way of a storm or stopping on a flooded road.
            </p>
            <Criteria />
          </div>
          <SnapshotForm />
        </section>
        <SnapshotDetail />
      </div>
    </>
  );
}

const accepted = [
  `Weather and sky over ${stateName}: storms, clouds, snow, ice, high water, rainbows, sunrises and sunsets.`,
  'Photos that you took yourself.',
  'The place where the photo was taken, so that others know where this weather is or was.',
  'JPEG, PNG, GIF or WebP, up to 10 MB.',
];
const notAccepted = [
  'People who can be recognised and have not agreed, faces of children, licence plates.',
  'Injured people or animals.',
  'Photos that put someone at risk, for instance taken while driving or in flood water.',
  'Edited, computer-made or copied pictures.',
  'Advertising, or marks that cover the picture.',
];

/** Criteria for publication. */
function Criteria() {
  return (
    <>
      <Rules title="Accepted photos" rules={accepted} Icon={Check} iconLook="text-ozark" />
      <Rules title="Photos that are not accepted" rules={notAccepted} Icon={X} iconLook="text-danger" />
    </>
  );
}

interface RulesProps {
  title: string;
  rules: string[];
  Icon: LucideIcon;
  iconLook: string;
}

function Rules({ title, rules, Icon, iconLook }: RulesProps) {
  return (
    <>
      <h3 className="mt-8 text-lg">{title}</h3>
      <ul className="mt-3 flex flex-col gap-2.5">
        {rules.map((rule) => (
          <li key={rule} className="flex gap-3">
            <Icon aria-hidden="true" size={20} className={`mt-0.5 shrink-0 ${iconLook}`} />
            {rule}
          </li>
        ))}
      </ul>
    </>
  );
}
