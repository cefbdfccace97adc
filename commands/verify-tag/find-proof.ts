import { basename, dirname, extname, join } from 'node:path'
import { UnreadableError } from '../inspect/source'
import { readText } from './read-tag-file'

const ENDING = '.tlog-proof'

/**
 * The proof of the log that lies beside a file: of the same name, or as it is called where it is fetched.
 * @returns null where there is none
 */
export async function findProof(file: string): Promise<string | null> {
  const bare = basename(file, extname(file))
  const names = [bare, bare.replace(/-wallet$/u, ''), basename(file)].map((name) => name + ENDING)
  // What is called after no TrustTag could be any's where several lie in one folder.
  if (bare === 'credential' || bare === 'badge' || bare === 'presentation') names.push(`proof${ENDING}`)
  for (const name of new Set(names)) {
    const text = await readIfThere(join(dirname(file), name))
    if (text !== null) return text
  }
  return null
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readText(file)
  } catch (error) {
    if (error instanceof UnreadableError) return null
    throw error
  }
}
