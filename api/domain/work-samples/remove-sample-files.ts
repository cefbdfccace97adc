import type { Services } from '../../ports/services'

/**
 * Removes files of work samples that are none any more. Never rejects: the answer does not depend on it, and what stays behind
 * is swept later.
 */
export async function removeSampleFiles(
  { uploads, log }: Pick<Services, 'uploads' | 'log'>,
  files: readonly string[],
): Promise<void> {
  for (const name of files)
    await uploads
      .remove(name)
      .catch((error: unknown) =>
        log.warn({ name, reason: error instanceof Error ? error.message : 'unknown' }, 'a file could not be removed'),
      )
}
