export type StoreAccess = Record<'read' | 'write' | 'remove' | 'list', string[]>;
export const storeAccess: Record<'gateway' | 'submissions' | 'pictures' | 'social' | 'seed' | 'backup', StoreAccess>;
export function storePolicy(
  access: StoreAccess,
  options?: { whole?: boolean },
): {
  Version: string;
  Statement: { Effect: string; Action: string[]; Resource: string[]; Condition?: object }[];
};
