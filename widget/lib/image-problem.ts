import { PROFILE_IMAGE_MAX_BYTES } from '../../contract/limits'

/** Why a file cannot be a profile image; null when it may be tried. The server looks at the content. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): 'type' | 'size' | null {
  if (!type.startsWith('image/')) return 'type'
  return size <= PROFILE_IMAGE_MAX_BYTES ? null : 'size'
}
