export const formType: string;

export function formAround(
  fields: Record<string, string>,
  fileField: string,
  file?: { name?: string; type?: string },
): { before: Buffer; after: Buffer };
