import type { Kysely } from 'kysely'
import type { Tables } from '../../../database/tables'
import { backupParts } from './manifest'

/** A file that a database names. */
export interface NamedFile {
  in: 'files' | 'workSamples'
  name: string
  /** Hexadecimal SHA-256; null where the database does not know it, or the file is still being uploaded. */
  sum: string | null
}

/** Its path in the folder of a backup. */
export const partOf = (file: Pick<NamedFile, 'in' | 'name'>): string => `${backupParts[file.in]}/${file.name}`

/** Every file that must be there beside a database: pictures of members and what was uploaded of work samples. */
export async function namedFiles(db: Kysely<Tables>): Promise<NamedFile[]> {
  // A picture that lives elsewhere is kept by its whole address.
  const pictures = await db
    .selectFrom('members')
    .select('profileImage')
    .distinct()
    .where('profileImage', 'not like', '%/%')
    .execute()
  const samples = await db
    .selectFrom('workSamples')
    .select(['file', 'status', 'digest'])
    .where('receivedBytes', '>', 0)
    .execute()
  return [
    ...pictures.flatMap(({ profileImage: name }) => (name === null ? [] : [{ in: 'files' as const, name, sum: null }])),
    ...samples.map(({ file, status, digest }) => ({
      in: 'workSamples' as const,
      name: file,
      sum: status === 'READY' ? digest : null,
    })),
  ]
}
