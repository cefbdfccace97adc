import { textOf } from './text-of'

/** The address in a form's field `email`, without the spaces around it. */
export const readEmail = (data: FormData): string => textOf(data, 'email').trim()

/** Tells a slip of the finger from an address; the server decides which addresses are real. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
