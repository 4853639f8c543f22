import type { ReportedRecipients } from '@site/platform/mail/record-reports';
import { endChannels } from './end-channels.js';
import { suppressChannels } from './suppressions.js';

/** Bounces and complaints of mail channels. */
export const reportedChannels: ReportedRecipients = {
  list: 'alerts',
  async apply(manager, { kind, recipientId }) {
    if (kind !== 'bounce' && kind !== 'complaint') return;
    const channels = await manager.query<unknown[]>(`SELECT FROM channels WHERE id = $1 AND kind = 'mail'`, [
      recipientId,
    ]);
    if (channels.length === 0) return;
    if (kind === 'complaint') await suppressChannels(manager, [recipientId], kind);
    await endChannels(manager, [recipientId], kind === 'bounce' ? 'bounced' : 'ended');
  },
};
