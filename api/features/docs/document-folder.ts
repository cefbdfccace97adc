import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { yieldToEventLoop } from '../../lib/concurrency'
import { renderDocument } from './render-document'
import type { LinkTargets, NamedDocument, RenderedDocument } from './render-document'

export interface DocumentFolder {
  /** All documents, in the order of the list. */
  list(): Promise<readonly DocumentGroup[]>
  /** @returns null for an unknown name */
  read(name: string): Promise<RenderedDocument | null>
}

/**
 * The rendered documents of a folder. Files are read at every request, so that a new one shows at once, and rendered again when
 * they changed.
 * @param folder contains `<name>.md`
 * @param demoUrl origin of the demo pages; null if they are not served, then nothing links to them
 */
export function createDocumentFolder(folder: string, demoUrl: string | null): DocumentFolder {
  const known = new Map<string, { markdown: string; rendered: Promise<RenderedDocument> }>()
  const names = async (): Promise<ReadonlySet<string>> => {
    const files = await readdir(folder).catch(() => [])
    return new Set(files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length)))
  }
  async function render(name: string, targets: LinkTargets): Promise<RenderedDocument> {
    const markdown = await readFile(join(folder, `${name}.md`), 'utf8')
    const held = known.get(name)
    if (held?.markdown === markdown) return held.rendered
    const rendered = renderDocument(markdown, targets)
    known.set(name, { markdown, rendered })
    return rendered
  }
  /** Renders one after the other and lets other requests run in between. */
  async function readAll(): Promise<readonly DocumentGroup[]> {
    const targets = { names: await names(), demoUrl }
    const all: NamedDocument[] = []
    for (const name of targets.names) {
      all.push({ name, document: await render(name, targets) })
      await yieldToEventLoop()
    }
    return groupDocuments(all)
  }
  let reading: Promise<readonly DocumentGroup[]> | null = null
  return {
    // Requests that come while the folder is read share what is found.
    list: () => (reading ??= readAll().finally(() => (reading = null))),
    async read(name) {
      const targets = { names: await names(), demoUrl }
      return targets.names.has(name) ? render(name, targets) : null
    },
  }
}

/** The documents in the order in which readers need them. */
export const documentGroups = [
  { title: 'Building a site', names: ['install', 'attributes', 'inspector', 'client', 'texts', 'theming'] },
  { title: 'Members and what they pay', names: ['social-login', 'captcha', 'payments', 'teams', 'privacy'] },
  { title: 'Programs and servers', names: ['api', 'admin-api', 'webhooks', 'import-export', 'glossary'] },
  {
    title: 'Hosting',
    names: [
      'self-hosting',
      'settings',
      'operations',
      'backup',
      'storage',
      'scaling',
      'performance',
      'security',
      'security-decisions',
    ],
  },
  { title: 'TrustTag', names: ['trusttag-owner', 'trusttag-proof', 'witness', 'design-language'] },
] as const satisfies readonly { title: string; names: readonly string[] }[]

export interface DocumentGroup {
  title: string
  documents: readonly NamedDocument[]
}

/** Groups documents, without empty groups. Unlisted documents come last, by title. */
export function groupDocuments(documents: readonly NamedDocument[]): DocumentGroup[] {
  const known = new Map(documents.map((document) => [document.name, document]))
  const groups = documentGroups.map(({ title, names }) => ({
    title,
    documents: names.flatMap((name: string) => known.get(name) ?? []),
  }))
  const grouped = new Set(groups.flatMap((group) => group.documents))
  const others = documents.filter((document) => !grouped.has(document))
  const last = others.toSorted((one, other) => one.document.title.localeCompare(other.document.title, 'en'))
  return [...groups, { title: 'More', documents: last }].filter((group) => group.documents.length > 0)
}
