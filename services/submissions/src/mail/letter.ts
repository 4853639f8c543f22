import type { DrawnText } from './rich-text-mail.js';

/** What a mail says, not how it looks: one HTML and one plain-text template turn it into the two bodies. */

/** The site as mails present it. */
export interface Site {
  name: string;
  /** Its address, without a trailing slash. */
  url: string;
}

export type Block =
  | { kind: 'text' | 'small' | 'quote'; text: string }
  /** Something to copy from the mail. */
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; url: string }
  /** A post; without a title when the mail itself has that title. */
  | {
      kind: 'story';
      title?: string;
      excerpt: string;
      /** Instead of the excerpt. */
      whole?: DrawnText;
      url: string;
      /** Where the links of the HTML lead; `url` unless they are counted. */
      link: string;
      picture?: { url: string };
    };

/** The mails of one conversation, by the local parts of their Message-IDs. */
export interface Thread {
  id: string;
  /** Oldest first. */
  earlier: string[];
}

export interface Letter {
  subject: string;
  /** What mail programs show beside the subject of an unopened mail. */
  preview: string;
  heading: string;
  blocks: Block[];
  /** Why the reader gets this mail. */
  reason: string;
  /** What else stands at the end of it. */
  notes?: string[];
  /** In a mail that a person wrote: where it stands in its conversation. */
  thread?: Thread;
  /** In newsletter mails: the key for the links of this mail (`issueMailToken`). */
  token?: string;
  /** Not sent to a reader: nothing stands behind its links to leave and to choose. */
  isTrial?: boolean;
}
