import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { projectRoot } from './run-process'

/**
 * The folder of third-party test vectors: `VECTORS_DIR`, else `shared/vectors` beside the repository.
 * @returns null without such a folder; a test is then reported as skipped
 * @throws when `VECTORS_DIR` names a folder that does not exist
 */
export function vectorsFolder(): string | null {
  const named = process.env['VECTORS_DIR'] ?? ''
  const folder = named === '' ? join(projectRoot, '..', 'shared', 'vectors') : resolve(projectRoot, named)
  if (existsSync(folder)) return folder
  if (named !== '') throw new Error(`VECTORS_DIR names no folder: ${folder}`)
  return null
}

/**
 * Reads a file of vectors. Call `vectorsFolder` first.
 * @param name path below the folder, such as `jcs-rfc8785.json`
 * @returns parsed JSON
 */
export function readVectors(name: string): unknown {
  const folder = vectorsFolder()
  if (folder === null || isAbsolute(name)) throw new Error(`There are no vectors to read ${name} from.`)
  const parsed: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  return parsed
}
