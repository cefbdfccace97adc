import { UsageError } from '../terminal/parse-arguments'
import type { Typed } from './verb'

/** The one file that was named. @throws UsageError */
export function fileOf({ words }: Pick<Typed, 'words'>): string {
  const [file] = words
  if (file === undefined || words.length > 1) throw new UsageError('Name one file.')
  return file
}
