/**
 * Folders in which a file under 40 lines with one importer fails. Folders are never removed; a program's name replaces
 * its folders when all are listed.
 */
export const finishedFolders: readonly string[] = [
  'api',
  'commands',
  'console',
  'contract/credential',
  'contract/endpoints',
  'contract/tlog',
  'host-site',
  'widget',
]

/** Allowed crumbs with reasons. The goal is an empty list. */
export const keptCrumbs: Readonly<Record<string, string>> = {}

/** Short enough to read in one sitting. */
export const ARCHITECTURE_MAX_BYTES = 12_288
