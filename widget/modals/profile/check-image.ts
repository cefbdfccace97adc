import { PROFILE_IMAGE_MAX_BYTES } from '../../../contract/limits'
import { fillText } from '../texts/fill-text'
import type { Texts } from '../texts/default-texts'

const BYTES_PER_MEGABYTE = 1_000_000

/** Why a file cannot be a profile image, as a sentence; null when it may be tried. The server looks at the content. */
export function checkImage({ type, size }: Pick<File, 'type' | 'size'>, texts: Texts): string | null {
  if (!type.startsWith('image/')) return texts.file_type_error_message
  if (size <= PROFILE_IMAGE_MAX_BYTES) return null
  return fillText(texts.file_size_error_message, { size: PROFILE_IMAGE_MAX_BYTES / BYTES_PER_MEGABYTE })
}
