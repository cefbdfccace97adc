import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from './run-process'

/** The fonts as the build copies them. @returns the folder */
export async function writeTestFonts(folder: string): Promise<string> {
  await cp(join(projectRoot, 'api/fonts'), folder, { recursive: true })
  return folder
}
