import { nearestWord } from '../../lib/input'

/** A question to end a message with; empty where no word is near. */
export function didYouMean(word: string, words: readonly string[]): string {
  const nearest = nearestWord(word, words)
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}
