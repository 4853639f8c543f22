/** The subscription pages' texts by language. */
import type { Language } from '../now/language.js';
import { messages as inEnglish, type Messages } from './messages-en.js';
import { messages as inSpanish } from './messages-es.js';

export const messagesIn = ({ code }: Language): Messages => (code === 'es' ? inSpanish : inEnglish);
