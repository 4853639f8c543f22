import { Check, X } from 'lucide-react';

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
      <h3 className="mt-8 text-lg">Accepted photos</h3>
      <ul className="mt-3 flex flex-col gap-2.5">
        {accepted.map((rule) => (
          <li key={rule} className="flex gap-3">
            <Check aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-ozark" />
            {rule}
          </li>
        ))}
      </ul>
      <h3 className="mt-8 text-lg">Photos that are not accepted</h3>
      <ul className="mt-3 flex flex-col gap-2.5">
        {notAccepted.map((rule) => (
          <li key={rule} className="flex gap-3">
            <X aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-danger" />
            {rule}
          </li>
        ))}
      </ul>
    </>
  );
}
