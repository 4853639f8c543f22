/** Content of a mail. One HTML and one plain-text template render the bodies. */
import type { RenderedText } from './rich-text-mail.js';

export interface Site {
  name: string;
  /** Without a trailing slash. */
  url: string;
}

export type Block =
  | { kind: 'text' | 'small' | 'quote'; text: string }
  /** Text to copy from the mail. */
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; url: string }
  /** No title when the mail itself has the same one. */
  | {
      kind: 'story';
      title?: string;
      excerpt: string;
      /** Replaces the excerpt. */
      whole?: RenderedText;
      url: string;
      /** In the HTML; `url` unless clicks are counted. */
      link: string;
      picture?: { url: string };
    };

/** A conversation's mails, by the local parts of their Message-IDs. */
export interface Thread {
  id: string;
  earlier: string[];
}

export interface Letter {
  subject: string;
  /** Shown next to the subject. */
  preview: string;
  heading: string;
  blocks: Block[];
  /** Why the reader gets this mail. */
  reason: string;
  notes?: string[];
  /** Where replies go, if not to the sender. */
  replyTo?: string;
  /** For mails written by a person. */
  thread?: Thread;
  /** In newsletter mails, for the links (`issueMailToken`). */
  token?: string;
  /** Not sent to a subscriber: its unsubscribe and preferences links do nothing. */
  isTrial?: boolean;
}
