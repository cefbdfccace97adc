import { parseUrl } from '../../contract/parse-url'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileProblem } from './file-problem'
import { readFileSource } from './read-file'
import { readUrlSource } from './read-url'
import { UnreadableError } from './source'
import type { Source } from './source'

export interface SourcePlace {
  name: string
  /** @throws {UnreadableError} */
  read(): Promise<Source>
}

/**
 * What the arguments mean, each once and in their order: addresses, files, and folders for all pages in them.
 * @param cwd folder that relative paths begin at
 */
export async function findSources(named: readonly string[], cwd: string): Promise<SourcePlace[]> {
  const places = new Map<string, SourcePlace>()
  const add = (key: string, place: SourcePlace): void => {
    if (!places.has(key)) places.set(key, place)
  }
  for (const name of named) {
    if (/^[a-z][a-z\d+.-]*:\/\//i.test(name)) add(name, addressPlace(name))
    else if (await isFolder(resolve(cwd, name))) await addFolder(name, cwd, add)
    else add(resolve(cwd, name), filePlace(name, resolve(cwd, name)))
  }
  return [...places.values()]
}

const filePlace = (name: string, file: string): SourcePlace => ({ name, read: () => readFileSource(name, file) })

function addressPlace(name: string): SourcePlace {
  const url = parseUrl(name)
  if (!url) return unreadable(name, 'is no address')
  if (!/^https?:$/.test(url.protocol)) return unreadable(name, 'is neither http nor https')
  if (url.username || url.password) {
    url.username = url.password = ''
    return unreadable(url.href, 'was given with a name or password, which are not sent')
  }
  return { name, read: () => readUrlSource(name) }
}

const unreadable = (name: string, why: unknown): SourcePlace => ({
  name,
  read: () => Promise.reject(typeof why === 'string' ? new UnreadableError(why) : why),
})

/** In the order of their names; what tools keep in a folder (`node_modules`, `.git`) is nobody's page. */
async function addFolder(
  name: string,
  cwd: string,
  add: (key: string, place: SourcePlace) => void,
  isTop = true,
): Promise<boolean> {
  const entries = await readdir(resolve(cwd, name), { withFileTypes: true }).catch((error: unknown) => {
    add(resolve(cwd, name), unreadable(name, fileProblem(error)))
    return null
  })
  if (!entries) return true
  let any = false
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(name, entry.name)
    if (entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name))
      any = (await addFolder(path, cwd, add, false)) || any
    else if (/\.html?$/i.test(entry.name) && !entry.isDirectory()) {
      any = true
      add(resolve(cwd, path), filePlace(path, resolve(cwd, path)))
    }
  }
  if (isTop && !any) add(resolve(cwd, name), unreadable(name, 'holds no .html or .htm file'))
  return any
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  )
