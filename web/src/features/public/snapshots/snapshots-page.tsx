import { photoFormats } from '@site/domain/images/image-limits';
import { stateName } from '@site/regions/state';
import { Check, type LucideIcon, X } from 'lucide-react';
import { ButtonLink } from '@/ui/button.js';
import { PageHead } from '@/ui/pages/page-head.js';
import * as strings from '@/strings/public-strings.js';
import { Gallery } from './gallery.js';
import { SnapshotDetail } from './snapshot-detail.js';
import { SnapshotForm } from './snapshot-form.js';

export function Page() {
  return (
    <>
      <PageHead
        title={strings.stateSnapshots}
        lead={`Storms, sunsets and snow, photographed by people across ${stateName}. We review every photo before it appears.`}
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
              Stay safe: no photo is worth standing in a storm’s path or stopping on a flooded road.
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
  `Weather and sky over ${stateName}: storms, clouds, snow, ice, flooding, rainbows, sunrises and sunsets.`,
  'Photos you took yourself.',
  'The place where you took the photo, so that others know where the weather is or was.',
  `${photoFormats}, up to 10 MB.`,
];
const notAccepted = [
  'Recognizable people who haven’t agreed, children’s faces, license plates.',
  'Injured people or animals.',
  'Photos that put someone at risk, for example taken while driving or in floodwater.',
  'Edited, computer-generated or copied pictures.',
  'Advertising, or watermarks that cover the picture.',
];

function Criteria() {
  return (
    <>
      <Rules title="Accepted photos" rules={accepted} Icon={Check} iconClassName="text-ozark" />
      <Rules title="Photos we don’t accept" rules={notAccepted} Icon={X} iconClassName="text-danger" />
    </>
  );
}

interface RulesProps {
  title: string;
  rules: string[];
  Icon: LucideIcon;
  iconClassName: string;
}

function Rules({ title, rules, Icon, iconClassName }: RulesProps) {
  return (
    <>
      <h3 className="mt-8 text-lg">{title}</h3>
      <ul className="mt-3 flex flex-col gap-2.5">
        {rules.map((rule) => (
          <li key={rule} className="flex gap-3">
            <Icon aria-hidden="true" size={20} className={`mt-0.5 shrink-0 ${iconClassName}`} />
            {rule}
          </li>
        ))}
      </ul>
    </>
  );
}
