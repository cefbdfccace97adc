import type { Rolldown } from 'vite'
import type { RouteName } from '../paths'
import type { ClientAssets } from './document'

/** What the client build made, and for each route what its page loads first. */
export function findAssets(bundle: Rolldown.OutputBundle): (name: RouteName) => ClientAssets {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('The client build has no entry to load.')
  const ending = (end: string) => addresses(Object.keys(bundle).filter((file) => file.endsWith(end)))
  return (name) => {
    const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/pages/${pageFileOf(name)}.tsx`))
    if (!page) throw new Error(`The client build has no file for the page ${name}.`)
    const early = filesBehind(chunks, entry, page)
    early.delete(entry.fileName)
    return {
      script: `/${entry.fileName}`,
      imports: addresses([...early]),
      styles: ending('.css'),
      fonts: ending('.woff2'),
    }
  }
}

/** The files of chunks, and of all that these import. */
function filesBehind(all: readonly Rolldown.OutputChunk[], ...first: readonly Rolldown.OutputChunk[]): Set<string> {
  const files = new Set(first.map(({ fileName }) => fileName))
  // A set goes on with what is added to it meanwhile.
  for (const file of files)
    for (const next of all.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next)
  return files
}

const addresses = (files: readonly string[]): string[] => files.toSorted().map((file) => `/${file}`)

/** `create-trust-tag` for `createTrustTag`, as every file is named for what it holds. */
const pageFileOf = (name: RouteName): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
