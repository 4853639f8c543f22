import { Page as MessagesPage } from './messages-page.js';

/** /moderate/messages: moderators may read and answer what visitors wrote. */
export function Page() {
  return <MessagesPage mayDelete={false} />;
}
