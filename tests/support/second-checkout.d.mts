export function makeSecondCheckout(name: string): { folder: string; remove: () => void };
