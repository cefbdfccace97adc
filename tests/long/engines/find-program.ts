import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Absolute path of the first of these programs on the PATH, or null. */
export function findProgram(...names: string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file)) ?? null
}

/** WebKitGTK's MiniBrowser; it is beside the library, not on the PATH. */
export function findMiniBrowser(libraries = '/usr/lib'): string | null {
  if (!existsSync(libraries)) return null
  return (
    readdirSync(libraries)
      .flatMap((machine) => ['4.1', '6.0', '4.0'].map((api) => join(libraries, machine, `webkit2gtk-${api}`)))
      .map((folder) => join(folder, 'MiniBrowser'))
      .find((file) => existsSync(file)) ?? null
  )
}
