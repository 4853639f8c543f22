import type { EditedSponsor, SponsorLists } from '@site/proto/submissions/v1/sponsors.answers';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { request } from '../../../api/api.js';
import { isInWork, pictureInWorkMs } from '../../../dashboard-kit/admin-picture.js';
import { requestListsOf } from '../../../dashboard-kit/requests/request-lists.js';

/** Requests arrive while the page is open. */
const refreshEveryMs = 60_000;

/** Approved sponsors and pending requests. */
export const sponsors = requestListsOf<EditedSponsor, SponsorLists>({
  kind: 'sponsor',
  itemsOf: (data, state) => data[`${state}Sponsor`],
  refreshMs: (lists) => {
    const shown = lists ? [...lists.approved.items, ...lists.pending.items] : [];
    return shown.some(({ picture }) => isInWork(picture)) ? pictureInWorkMs : refreshEveryMs;
  },
});

const address = '/admin/main/sponsor';

/** Sets the design that the public pages use. */
export const activateDesign = (view: SponsorView) => request(`${address}/view/${view}`);

/** Sets the sponsor in the hero, or clears the choice. */
export const setTopSponsor = ({ id, is_top }: EditedSponsor) =>
  request(`${address}/top`, { method: 'POST', json: { sponsor_id: id, is_top: !is_top } });
