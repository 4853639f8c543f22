/** A failure that no answer of the server explains, in words for the person. */
export class ShownError extends Error {}
