export class CannotOpen extends Error {}
export function makeIdentity(): string;
export function recipientOf(identity: string): string;
export function isRecipient(text: string): boolean;
export function identityIn(text: string): string;
