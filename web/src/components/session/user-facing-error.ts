/** Has a message for the user, for failures without a server response. */
export class UserFacingError extends Error {}
