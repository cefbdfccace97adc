import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { projectRoot } from './run-process'

/**
 * Where the test vectors of others lie: `VECTORS_DIR`, else `shared/vectors` beside the repository. They are theirs, and
 * therefore no part of it.
 * @returns null where there is no such folder: a test then says that it was skipped
 * @throws when `VECTORS_DIR` names a folder that is not there: whoever sets it means it
 */
export function vectorsFolder(): string | null {
  const named = process.env['VECTORS_DIR'] ?? ''
  const folder = named === '' ? join(projectRoot, '..', 'shared', 'vectors') : resolve(projectRoot, named)
  if (existsSync(folder)) return folder
  if (named !== '') throw new Error(`VECTORS_DIR names no folder: ${folder}`)
  return null
}

/**
 * What a file of vectors holds. Ask `vectorsFolder` first.
 * @param name path below the folder, such as `jcs-rfc8785.json`
 * @returns parsed JSON
 */
export function readVectors(name: string): unknown {
  const folder = vectorsFolder()
  if (folder === null || isAbsolute(name)) throw new Error(`There are no vectors to read ${name} from.`)
  const parsed: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return parsed
}
