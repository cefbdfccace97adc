import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder, absolute, no trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** @param {...string} parts path below the root */
export const inProject = (...parts) => join(root, ...parts)

/** A failure whose message says everything a person needs: it is printed as one line, without a stack. */
export class ExpectedError extends Error {
  expected = true
}
