/** Sentences that the worker adds to notifications, in the notification's language. */

const english = {
  atPlace: 'At your place.',
  /** @param miles at least 1 */
  fromPlace: (miles: number) => `${miles} ${miles === 1 ? 'mile' : 'miles'} from your place.`,
  allSet: "You're all set.",
  willCome: "You'll get warnings for your counties on this device.",
  oneMoreStep: 'One more step',
  retryHint: 'The connection dropped before this device was confirmed. Tap to try again.',
};
export type PushMessages = typeof english;

const spanish: PushMessages = {
  atPlace: 'En su lugar.',
  fromPlace: (miles) => `A ${miles} ${miles === 1 ? 'milla' : 'millas'} de su lugar.`,
  allSet: 'Todo listo.',
  willCome: 'Recibirá en este dispositivo las alertas de sus condados.',
  oneMoreStep: 'Falta un paso',
  retryHint: 'La conexión se cortó antes de confirmar este dispositivo. Toque aquí para intentarlo de nuevo.',
};

const isSpanish = (lang: string) => /^es\b/i.test(lang);

/** @param lang of the notification, "es-US" */
export const getPushMessages = (lang: string): PushMessages => (isSpanish(lang) ? spanish : english);

/** Returns the prefix of the text-only pages' addresses. */
export const pagePrefix = (lang: string): string => (isSpanish(lang) ? '/es' : '');
