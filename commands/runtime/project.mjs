import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute, without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** @param {...string} parts path below the root */
export const inProject = (...parts) => join(root, ...parts)

/** Printed as one line, without a stack. */
export class ExpectedError extends Error {
  expected = true
}
