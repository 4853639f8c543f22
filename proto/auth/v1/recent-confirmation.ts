/** How calls are refused that need a sign-in or confirmation within the last ten minutes: 403 with this field. */
export const confirmField = 'confirm';
export const confirmMessage = 'Please confirm that it’s you first.';
