import { PROFILE_IMAGE_MAX_BYTES } from '../../../contract/limits'
import { imageProblem } from '../../lib/input'
import { fillText } from '../texts/fill-text'
import type { Texts } from '../texts/default-texts'

const BYTES_PER_MEGABYTE = 1_000_000

/** What is wrong with a file as a profile image, as a sentence in the modal's language; null for nothing. */
export function checkImage(file: Pick<File, 'type' | 'size'>, texts: Texts): string | null {
  const problem = imageProblem(file)
  if (problem === 'type') return texts.file_type_error_message
  const size = PROFILE_IMAGE_MAX_BYTES / BYTES_PER_MEGABYTE
  return problem && fillText(texts.file_size_error_message, { size })
}
