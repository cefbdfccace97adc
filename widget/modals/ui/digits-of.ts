import { latinDigits } from '../../lib/input'

/** The digits in a text, and nothing else of it. */
export const digitsOf = (text: string): string => latinDigits(text).replace(/\D/g, '')
