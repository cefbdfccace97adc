/** A text with its Arabic, Persian, Devanagari and full-width digits as what they stand for. */
export const latinDigits = (text: string): string =>
  text
    // In each of these scripts the lowest four bits of a digit are its value, or that and six.
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
    .replace(/[\u0966-\u096f]/g, (digit) => `${(digit.charCodeAt(0) & 15) - 6}`)
