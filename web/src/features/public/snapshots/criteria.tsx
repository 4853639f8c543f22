import { Check, X, type LucideIcon } from 'lucide-react';

const accepted = [
  'Weather and sky over Arkansas: storms, clouds, snow, ice, high water, rainbows, sunrises and sunsets.',
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

/** What is shown, and what is not. */
export function Criteria() {
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
