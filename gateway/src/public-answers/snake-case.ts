import snakecaseKeys from 'snakecase-keys';

/** A message with the field names of the HTTP contract. Absent fields stay absent. */
export const snakeCase = (message: object): Record<string, unknown> =>
  snakecaseKeys(message as Record<string, unknown>, { deep: true });
