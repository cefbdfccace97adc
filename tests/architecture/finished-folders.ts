/**
 * Folders whose files have been brought together: a file under 40 lines with one importer fails there. A folder is never taken
 * off this list; when all of a program is on it, the program's name replaces its folders.
 */
export const finishedFolders: readonly string[] = [
  'api/features/accounts',
  'api/features/audit',
  'api/features/comments',
  'api/features/owner',
  'api/features/social',
  'api/features/vc-api',
  'api/features/work-samples',
  'api/lib',
  'commands',
  'contract/credential',
  'contract/endpoints',
  'contract/tlog',
  'host-site/app',
  'host-site/lib',
  'host-site/prerender',
  'host-site/ui',
  'widget/gating',
  'widget/client',
  'widget/modals',
  'widget/public',
  'widget/storage',
  'widget/stores',
  'widget/transport',
]

/** Crumbs that stay, each with its reason. The aim is none. */
export const keptCrumbs: Readonly<Record<string, string>> = {
  'widget/modals/join-team.tsx': 'Each screen is one file; this one is short.',
}

/** So that it is read in one sitting. */
export const ARCHITECTURE_MAX_BYTES = 12_288
