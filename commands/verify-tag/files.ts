import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { PNG_SIGNATURE } from '../../contract/credential/baking'
import { isRecord, listOf } from '../../contract/credential/json-reading'
import { parseJson } from '../../contract/credential/parse-json'
import { unbakePng } from '../../contract/credential/unbake-png'
import { unbakeSvg } from '../../contract/credential/unbake-svg'
import { fileProblem, UnreadableError } from '../inspect/sources'

/** Badge pictures have some hundred kilobytes. */
const FILE_MAX_BYTES = 5_000_000

/** @throws UnreadableError */
async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const info = await stat(file)
    // A pipe or a device may never end.
    if (!info.isFile()) throw new UnreadableError('is not a file')
    if (info.size > FILE_MAX_BYTES) throw new UnreadableError('is larger than any TrustTag file')
    return await readFile(file)
  } catch (error) {
    throw fileProblem(error)
  }
}

/** @throws UnreadableError also for what is no UTF-8 */
export const readText = async (file: string): Promise<string> => textOf(await readBytes(file))

/**
 * The text of the credential in a file, whatever the file is called: as it is, in a badge picture, or in what a wallet keeps.
 * @throws UnreadableError where there is none in it
 */
export async function readTagFile(file: string): Promise<string> {
  const bytes = await readBytes(file)
  if (PNG_SIGNATURE.every((byte, at) => bytes[at] === byte)) return found(unbakePng(bytes))
  const text = textOf(bytes)
  if (/^\s*</u.test(text)) return found(unbakeSvg(text))
  const document = parseJson(text)
  const held = isRecord(document) ? document.verifiableCredential : undefined
  if (held === undefined) return text
  const all = listOf(held)
  if (all.length > 1) throw new UnreadableError('holds several TrustTags; check one at a time')
  return JSON.stringify(all[0] ?? held)
}

function found(credential: string | null): string {
  if (credential === null)
    throw new UnreadableError('is a picture without a TrustTag in it; copies of pictures often lose it')
  return credential
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableError('is not a text file')
  }
}

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
