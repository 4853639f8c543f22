/**
 * Texts of the privacy policy and the terms of use. Linked in the footer: /privacy and /terms, and on the home page
 * #privacy and #terms.
 */
import * as strings from '@/strings/public-strings.js';

export type LegalText = 'privacy' | 'terms';

export const legalTitles: Record<LegalText, string> = {
  privacy: strings.privacyPolicy,
  terms: strings.termsOfUse,
};

const paragraphs: Record<LegalText, [string, string][]> = {
  privacy: [
    [
      'What we store',
      "You don't need an account to read this site, and it sets no cookies. Your browser stores your theme, your units, the last place you viewed and your saved places. They stay on your device. When you send a photo, we store your name, email address, place, comment and the photo. When you write to us, we store what you entered, our notes about it and our reply. When you ask to become a sponsor, we store what you entered. When you sign up for the newsletter, we store your email address and when you confirmed it.",
    ],
    [
      'What is shown',
      "An approved photo is shown with your name, the place and your comment. Your email address is never shown. We remove the location and other details that your phone stores inside a photo before we show it. For a sponsor, we show the company name, logo, website and phone number. We don't show the contact person's name, email address or message.",
    ],
    [
      'The newsletter',
      "We only send it to addresses whose owners confirmed them, and every email has an unsubscribe link. It doesn't tell us who opened it. We may count how often each link is clicked, as one number for all readers. If we do, the email says so.",
    ],
    [
      'Warnings',
      "When you sign up for warnings, we store the counties and kinds of weather that you chose, your quiet hours and where to send the messages (encrypted). We also store when you agreed, to which version of the terms, and from which network. Your exact location stays on your device: we only learn the county. Every message has a link to change or stop it. Sign-ups that aren't confirmed are deleted after a day.",
    ],
    [
      'Your location',
      "We ask for your location only when you press “Use my location.” While your browser remembers your permission, we use it on later visits too. We round it to about two kilometers, use it to get the weather for that point, and don't store it.",
    ],
    ['Who receives it', "We don't sell or share what you send us, and we don't use advertising networks."],
    [
      'Deletion',
      'Rejected or removed photos are permanently deleted after 30 days. Messages to us are deleted after a year, and unconfirmed email addresses after 30 days.',
    ],
  ],
  terms: [
    [
      'Not an official warning service',
      'Weather information is shown as we receive it, without any warranty. For decisions about your safety, rely on the National Weather Service and local officials.',
    ],
    [
      'Photos you send',
      'By sending a photo, you confirm that you took it and that people who can be recognized in it agree. You keep your rights and allow us to show the photo on this site with your name and its place.',
    ],
    [
      'What we may do',
      "We may decline or remove any photo or message, for instance because it isn't about the weather.",
    ],
    ['Links', "We aren't responsible for other sites that we link to."],
  ],
};

export function LegalText({ text }: { text: LegalText }) {
  return paragraphs[text].map(([heading, body]) => (
    <section key={heading} className="mt-5 first:mt-0">
      <h2 className="text-lg">{heading}</h2>
      <p className="mt-1 text-ink-soft">{body}</p>
    </section>
  ));
}
