import { snapshotFileField, snapshotInput } from '@site/proto/submissions/v1/snapshots.schema';
import { upload } from '../../../api/api.js';
import { largestPicture } from '../../../ui/forms/picture-picker.js';

/** What the form holds. */
export interface SnapshotFormValues {
  firstName: string;
  lastName: string;
  email: string;
  location: string;
  comments: string;
  agreeTnC: boolean;
  file: File | null;
}

export const emptyForm: SnapshotFormValues = {
  firstName: '',
  lastName: '',
  email: '',
  location: '',
  comments: '',
  agreeTnC: false,
  file: null,
};

/** The form's names of the wire's fields. */
const wireNames = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  location: 'location',
  comments: 'comment',
} as const;
type TextField = keyof typeof wireNames;
const textFields = Object.keys(wireNames) as TextField[];

const neededWords: Record<TextField, string> = {
  firstName: 'your first name',
  lastName: 'your last name',
  email: 'your email address',
  location: 'the location of the photo',
  comments: 'a shorter comment',
};

function toWire(values: SnapshotFormValues) {
  return Object.fromEntries(textFields.map((field) => [wireNames[field], values[field]]));
}

/** What keeps the form from being sent. */
export interface FormCheck {
  /** What is still missing or wrong, each as words that complete "Still needed: …". */
  needed: string[];
  /** What is wrong with what has been entered, by field. */
  errors: Partial<Record<TextField | 'file', string>>;
}

export function checkForm(values: SnapshotFormValues): FormCheck {
  const needed: string[] = [];
  const errors: FormCheck['errors'] = {};
  const result = snapshotInput.safeParse(toWire(values));
  for (const field of textFields) {
    const issue = result.error?.issues.find(({ path }) => path[0] === wireNames[field]);
    if (!issue) continue;
    if (values[field].trim() === '') needed.push(neededWords[field]);
    else {
      errors[field] = issue.message;
      needed.push(field === 'email' ? 'a valid email address' : neededWords[field]);
    }
  }
  const { file } = values;
  if (!file) needed.push('a photo');
  else if (!file.type.startsWith('image/')) errors.file = 'This file is not a picture. Please choose a photo.';
  else if (file.size > largestPicture) errors.file = 'This photo is larger than 10 MB. Please choose a smaller one.';
  else if (file.size === 0) errors.file = 'This file is empty. Please choose another photo.';
  if (errors.file) needed.push('another photo');
  if (!values.agreeTnC) needed.push('your agreement');
  return { needed, errors };
}

/** What the gateway says about a field, under the form's name of it. */
export function toFormErrors(fieldErrors: Readonly<Record<string, string>>): FormCheck['errors'] {
  const errors: FormCheck['errors'] = {};
  for (const field of textFields) {
    const message = fieldErrors[wireNames[field]];
    if (message) errors[field] = message;
  }
  const file = fieldErrors[snapshotFileField];
  if (file) errors.file = file;
  return errors;
}

/** Sends the form, the text fields first: an invalid form is refused before the photo has travelled. */
export function submitSnapshot(
  values: SnapshotFormValues,
  headers: Record<string, string>,
  onProgress: (share: number) => void,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(toWire(values))) form.append(name, value.trim());
  if (values.file) form.append(snapshotFileField, values.file);
  return upload<{ id: string }>('/main/snapshot/create', form, { headers, onProgress });
}
