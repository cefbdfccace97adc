import { firstSchema } from './0001-first-schema'
import type { Migration } from './migration'

/** In the order of their numbers. */
export const migrations: readonly Migration[] = [firstSchema]
