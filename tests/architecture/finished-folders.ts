/**
 * Folders whose files have been brought together: a file under 40 lines with one importer fails there. A folder is never taken
 * off this list; when all of a program is on it, the program's name replaces its folders.
 */
export const finishedFolders: readonly string[] = []

/** Crumbs that stay, each with its reason. The aim is none. */
export const keptCrumbs: Readonly<Record<string, string>> = {}

/** The document is being rewritten to be read in one sitting: 12,288 bytes then. */
export const ARCHITECTURE_MAX_BYTES = 128_100
