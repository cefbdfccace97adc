import { tagFiles } from './proof-paths'
import type { TagFile } from './proof-paths'

/** What a holder can take along of one TrustTag: its public files, and all of them in one archive. */
export type OwnTagFile = TagFile | 'everything.zip'

/** Media types by name. */
export const ownTagFiles: Readonly<Record<OwnTagFile, string>> = { ...tagFiles, 'everything.zip': 'application/zip' }

export const isOwnTagFile = (name: string): name is OwnTagFile => Object.hasOwn(ownTagFiles, name)
