import { readTagFiles, proofAlone, TAG_FILE_MAX_BYTES } from '../../../contract/tag-files/read'
import type { FileProblem, FoundFiles } from '../../../contract/tag-files/read'
import type { Evidence } from './finding'

export { checkTagFiles } from '../../../contract/tag-files/check'

/** A hostile archive can take a second to unpack: the page stays responsive. */
const STEP_MS = 16

/**
 * Recognizes dropped files by content, not by name.
 * @param before what a proof alone belongs to, if anything
 */
export async function readDropped(
  files: readonly File[],
  before: Evidence | null,
): Promise<FoundFiles | { problem: FileProblem; fileName: string }> {
  const large = files.find(({ size }) => size > TAG_FILE_MAX_BYTES)
  if (large) return { problem: 'too-large', fileName: large.name }
  const read = await Promise.all(files.map(readBytes))
  const unread = read.findIndex((one) => one === null)
  if (unread >= 0) return { problem: 'unreadable', fileName: files[unread]?.name ?? '' }
  const named = read.filter((one) => one !== null)
  const proof = before && proofAlone(named)
  if (before && proof !== null) {
    const fileNames = named.map(({ name }) => name)
    const tag = { credential: before.credentialText, proofs: [proof], fileNames, isPaper: false, isDoubled: false }
    return { tags: [tag], texts: [] }
  }
  return readTagFiles(named, createPause())
}

/** Null if the browser can't read it, such as a folder. */
async function readBytes(file: File): Promise<{ name: string; bytes: Uint8Array } | null> {
  try {
    return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
  } catch {
    return null
  }
}

/** Lets the page work after each slice of time. */
function createPause(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < STEP_MS) return
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
}
