import { ALL_LETTERS, writeFonts } from '../../commands/build/drawings/write-fonts.mjs'

/** The fonts as the build writes them. @returns the folder */
export async function writeTestFonts(folder: string): Promise<string> {
  await writeFonts(folder, ALL_LETTERS)
  return folder
}
