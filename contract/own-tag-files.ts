import { tagFiles } from './proof-paths'
import type { TagFile } from './proof-paths'

/** Downloads of one TrustTag for its holder: its public files, and an archive of all. */
export type OwnTagFile = TagFile | 'everything.zip'

/** Media types by name. */
export const ownTagFiles: Readonly<Record<OwnTagFile, string>> = { ...tagFiles, 'everything.zip': 'application/zip' }

export const isOwnTagFile = (name: string): name is OwnTagFile => Object.hasOwn(ownTagFiles, name)
