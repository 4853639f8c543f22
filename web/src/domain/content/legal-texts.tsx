import * as strings from '../../strings.js';

/** The two texts linked in the footer, at /privacy and /terms and on the home page at #privacy and #terms. */

export type LegalText = 'privacy' | 'terms';

export const legalTitles: Record<LegalText, string> = {
  privacy: strings.privacyPolicy,
  terms: strings.termsOfUse,
};

const paragraphs: Record<LegalText, [string, string][]> = {
  privacy: [
    [
      'What we keep',
      'Reading this site needs no account and sets no cookies. Your browser remembers the theme and the units you chose, the last place you looked at and the places you keep; they stay on your device. When you send a photo, we keep your name, your email address, the place, your comment and the photo. When you write to us, we keep what you entered, what we note about it and what we answer. When you ask to become a sponsor, we keep what you entered. When you sign up to the newsletter, we keep your email address and when you confirmed it.',
    ],
    [
      'What is shown',
      'An approved photo is shown with your name, the place and your comment. Your email address is never shown. Positions and other details that your phone stores inside a photo are removed before it is shown. A sponsor is shown with company name, logo, website and phone number; the name and email address of the person and what they wrote to us are not.',
    ],
    [
      'The newsletter',
      'It is sent only to addresses that were confirmed from the mailbox itself, and every mail has a link that ends it. Nothing in it tells us who opened it. We may count how often each link was followed, as one number for all readers; a mail in which we do says so.',
    ],
    [
      'Warnings',
      'When you ask to be told of warnings, we keep the counties and kinds of weather that you chose, your quiet hours, where to send the messages (sealed), when and in which version you agreed, and the network you agreed from. Where you are stays on your device: we learn the county only. Every message has a link that changes or ends it. What nobody confirms is deleted after a day.',
    ],
    [
      'Your location',
      'We ask for your location only when you press “Use my location”; while your browser remembers that you allowed it, it is used on later visits, too. It is rounded to about two kilometres, used to fetch the weather for that point, and not stored.',
    ],
    ['Who receives it', 'We do not sell or share what you send us, and no advertising network follows you here.'],
    [
      'Deletion',
      'A photo that is rejected or removed is deleted for good after 30 days. Messages to us are deleted after a year, addresses that nobody confirmed after 30 days.',
    ],
  ],
  terms: [
    [
      'Not an official warning service',
      'Weather information is shown as we receive it, without any warranty. Decisions that concern your safety should rest on the National Weather Service and on local officials.',
    ],
    [
      'Photos you send',
      'By sending a photo you confirm that you took it and that people who can be recognised in it agree. You keep your rights and allow us to show the photo on this site with your name and its place.',
    ],
    [
      'What we may do',
      'We may decline or remove any photo or message, for instance because it is not about the weather.',
    ],
    ['Links', 'Other sites that we link to are the responsibility of those who run them.'],
  ],
};

export function LegalText({ text }: { text: LegalText }) {
  return paragraphs[text].map(([heading, words]) => (
    <section key={heading} className="mt-5 first:mt-0">
      <h2 className="text-lg">{heading}</h2>
      <p className="mt-1 text-ink-soft">{words}</p>
    </section>
  ));
}
