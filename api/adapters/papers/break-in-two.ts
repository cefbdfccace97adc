/** As many words as fit on the first line, the others on the second. */
export function breakInTwo(text: string, isShort: (part: string) => boolean): string[] {
  if (isShort(text)) return [text]
  const words = text.split(' ')
  const places = words.map((_, index) => index).filter((index) => index > 0)
  const at = places.findLast((place) => isShort(words.slice(0, place).join(' ')))
  return at === undefined ? [text] : [words.slice(0, at).join(' '), words.slice(at).join(' ')]
}
