/** The digits in a text, and nothing else of it. Arabic, Persian and full-width ones count as what they stand for. */
export const digitsOf = (text: string): string =>
  text
    // In each of these scripts the lowest four bits of a digit are its value.
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
    .replace(/\D/g, '')
