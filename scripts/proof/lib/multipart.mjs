import { randomUUID } from 'node:crypto';

const boundary = 'proof-7f1d2c9a';
export const formType = `multipart/form-data; boundary=${boundary}`;

/** Returns the parts of a form before and after a file's bytes. */
export function formAround(fields, fileField, { name = 'photo.jpg', type = 'image/jpeg' } = {}) {
  const text = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="${fileField}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return { before: Buffer.from(text.join('') + file), after: Buffer.from(`\r\n--${boundary}--\r\n`) };
}

/** Returns valid fields unless changed. */
export const snapshotFields = (changes = {}) => ({
  first_name: 'Ada',
  last_name: 'Byron',
  email: `ada-${randomUUID()}@example.org`,
  location: 'Conway',
  comment: 'A shelf cloud',
  ...changes,
});

export function snapshotForm(bytes, { fields, ...file } = {}) {
  const { before, after } = formAround(snapshotFields(fields), 'snapshot_file_path', file);
  return Buffer.concat([before, bytes, after]);
}
