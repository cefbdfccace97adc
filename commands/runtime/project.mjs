import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root folder, absolute, no trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** @param {...string} parts path below the root */
export const inProject = (...parts) => join(root, ...parts)
