import type { DataSource } from 'typeorm';
import type { Site } from './letter.js';
import type { Mailer } from '@site/platform/mail/mailer';

export interface MailParts {
  dataSource: DataSource;
  mailer: Mailer;
  site: Site;
}
