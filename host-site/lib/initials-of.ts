/** The first letters of the first and the last word of a name, or the first of an e-mail address, as capitals. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  // Not by index: a letter may take two places.
  return ends
    .map((word = '') => Array.from(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase('en-US')
}
