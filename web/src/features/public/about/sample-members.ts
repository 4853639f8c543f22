import type { Member } from '@site/proto/content/v1/team.answers';

/** Shown, and marked as samples, when the team cannot be loaded. Roles instead of invented people. */
export const sampleMembers: Member[] = [
  { id: 'sample-1', name: 'Forecaster', designation: 'Reads the charts', image: null, picture: null },
  { id: 'sample-2', name: 'Storm spotter', designation: 'Watches the sky', image: null, picture: null },
  { id: 'sample-3', name: 'Editor', designation: 'Writes it down', image: null, picture: null },
];
