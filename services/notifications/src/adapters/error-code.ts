/** Returns the code of a failed connection, such as "ECONNREFUSED"; empty if there is none. */
export function errorCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
