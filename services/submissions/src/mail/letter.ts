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
  | { kind: 'story'; title?: string; excerpt: string; url: string; picture?: { url: string } };

export interface Letter {
  subject: string;
  /** What mail programs show beside the subject of an unopened mail. */
  preview: string;
  heading: string;
  blocks: Block[];
  /** Why the reader gets this mail. */
  reason: string;
  /** In newsletter mails: the key for the links of this mail (`issueMailToken`). */
  token?: string;
}
