import type { Services } from '../../ports/services'
import { fileNameOf } from './file-address'

/**
 * Removes the file of an image that no member has any more. Never rejects: the answer does not depend on it, and what
 * stays behind is swept later.
 */
export async function removeImage(
  { files, urls, log }: Pick<Services, 'files' | 'urls' | 'log'>,
  address: string | null,
): Promise<void> {
  const name = address === null ? null : fileNameOf(urls, address)
  if (name === null) return
  await files
    .remove(name)
    .catch((error: unknown) =>
      log.warn({ name, reason: error instanceof Error ? error.message : 'unknown' }, 'a file could not be removed'),
    )
}
