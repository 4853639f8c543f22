/** What a mail says, before anybody decides how it looks: one HTML and one plain-text template make both bodies of it. */

/** The site as mails speak of it. */
export interface Site {
  name: string;
  /** Its address without a slash at the end. */
  url: string;
}

export type Block =
  | { kind: 'text' | 'small' | 'quote'; text: string }
  /** Something to copy out of the mail. */
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; url: string }
  /** A post; without a title when it is the one the mail is named after. */
  | { kind: 'story'; title?: string; excerpt: string; url: string; picture?: { url: string } };

export interface Letter {
  subject: string;
  /** What mail programs show beside the subject before the mail is opened. */
  preview: string;
  heading: string;
  blocks: Block[];
  /** Why the reader gets this mail. */
  reason: string;
  /** For everything that belongs to the newsletter: the key of this mail (`issueMailToken`), for its links. */
  token?: string;
}
