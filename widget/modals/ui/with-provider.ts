import { fillText } from '../texts/fill-text'

/** A text with its `{provider}` filled in; texts that were written for other modals put the name at their end. */
export const withProvider = (text: string, provider: string): string =>
  text.includes('{provider}') ? fillText(text, { provider }) : `${text} ${provider}`
