import {
  advertiseFileField,
  advertiseFileTypes,
  sponsorRequestInput,
} from '@site/proto/submissions/v1/sponsors.schema';
import { upload, type UploadOptions } from '../../api/api.js';
import { largestPicture } from '../../ui/forms/picture-picker.js';

/** What the form holds, by the wire's names. */
export interface SponsorRequest {
  name: string;
  email: string;
  phone_number: string;
  company_name: string;
  url: string;
  message: string;
  advertise_file: File | null;
}
export type RequestField = keyof SponsorRequest;
type TextField = Exclude<RequestField, typeof advertiseFileField>;

export const emptyRequest: SponsorRequest = {
  name: '',
  email: '',
  phone_number: '',
  company_name: '',
  url: '',
  message: '',
  advertise_file: null,
};

/** Words that complete "Still needed: …", for a field that is empty and for one that is wrong. */
const needs: Record<TextField, { empty: string; wrong: string }> = {
  name: { empty: 'your name', wrong: 'a shorter name' },
  email: { empty: 'your email address', wrong: 'a valid email address' },
  phone_number: { empty: 'your phone number', wrong: 'a phone number of 10 to 15 digits' },
  company_name: { empty: 'the name of your company', wrong: 'a shorter company name' },
  url: { empty: 'a web address', wrong: 'a valid web address, or none' },
  message: { empty: 'a message', wrong: 'a shorter message' },
};
const textFields = Object.keys(needs) as TextField[];

/** The largest drawing that the gateway takes, in bytes (512 KiB). */
const largestDrawing = 512 * 1024;

export interface RequestCheck {
  /** What keeps the request from being sent. */
  needed: string[];
  /** What is wrong with what has been entered, by field. */
  errors: Partial<Record<RequestField, string>>;
}

export function checkRequest({ advertise_file: logo, ...texts }: SponsorRequest): RequestCheck {
  const needed: string[] = [];
  const errors: RequestCheck['errors'] = {};
  const issues = sponsorRequestInput.safeParse(texts).error?.issues ?? [];
  for (const field of textFields) {
    const issue = issues.find(({ path }) => path[0] === field);
    if (!issue) continue;
    const isEmpty = texts[field].trim() === '';
    needed.push(isEmpty ? needs[field].empty : needs[field].wrong);
    if (!isEmpty) errors[field] = issue.message;
  }
  const logoFault = logo && faultOf(logo);
  if (logoFault) errors[advertiseFileField] = logoFault;
  if (!logo || logoFault) needed.push(logo ? 'another logo' : 'your company’s logo');
  return { needed, errors };
}

function faultOf({ type, size }: File): string | undefined {
  const types: readonly string[] = advertiseFileTypes;
  if (!types.includes(type)) return 'A logo must be a JPEG, PNG, GIF or SVG file. Please choose another one.';
  if (size === 0) return 'This file is empty. Please choose another one.';
  if (type === 'image/svg+xml' && size > largestDrawing)
    return 'This drawing is larger than 512 KB. Please choose a smaller one.';
  return size > largestPicture ? 'This logo is larger than 10 MB. Please choose a smaller one.' : undefined;
}

/** Sends the request, the text fields first: an invalid one is refused before the logo has travelled. */
export function sendRequest({ advertise_file: logo, ...texts }: SponsorRequest, options: UploadOptions) {
  const form = new FormData();
  for (const field of ['name', 'email', 'phone_number', 'company_name', 'message', 'url'] as const)
    form.append(field, texts[field].trim());
  if (logo) form.append(advertiseFileField, logo);
  return upload<{ id: string }>('/main/advertise/with/us', form, options);
}
