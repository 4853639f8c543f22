import { FakeService } from './fake-service.js';

/** The service of a new site: configured, without subscribers. */
export const fakeNotifications = () =>
  new FakeService('notifications', ['notifications', 'changes', 'audit', 'mail', 'mentions'], {
    'mentions.v1.MentionsService/FindMentions': () => ({ mentions: [] }),
    'audit.v1.AuditService/ListAuditEntries': () => ({ entries: [] }),
    'notifications.v1.SubscriptionsService/GetPushKey': () => ({ vapidKey: 'BKey', mail: true, sms: false }),
    'notifications.v1.SubscriptionsService/CountSubscribers': () => ({ counts: [] }),
    'notifications.v1.DeliveriesService/GetDeliveryFigures': () => ({ periods: [], warnings: [] }),
    'notifications.v1.DeliveriesService/GetKillSwitch': () => ({ paused: false, reason: '', by: '', at: '' }),
    'notifications.v1.PersonalDataService/ExportPersonalData': () => ({}),
    'notifications.v1.PersonalDataService/ErasePersonalData': () => ({ subscriptions: 0 }),
  });
