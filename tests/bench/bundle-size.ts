import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { projectRoot } from '../support/run-process'

export const widgetFile = join(projectRoot, 'dist', 'widget', 'membership.js')

/** Bytes of the built widget after gzip -9. */
export async function bundleGzipBytes(file = widgetFile): Promise<number> {
  return (await promisify(gzip)(await readFile(file), { level: 9 })).byteLength
}
