import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Absolute path of the first of these programs that is on the path, null when none is. */
export function findProgram(...names: string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file)) ?? null
}

/** The small browser that comes with WebKitGTK; it is kept beside the library, off the path. */
export function findMiniBrowser(libraries = '/usr/lib'): string | null {
  if (!existsSync(libraries)) return null
  return (
    readdirSync(libraries)
      .flatMap((machine) => ['4.1', '6.0', '4.0'].map((api) => join(libraries, machine, `webkit2gtk-${api}`)))
      .map((folder) => join(folder, 'MiniBrowser'))
      .find((file) => existsSync(file)) ?? null
  )
}
