import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { groupDocuments, type DocumentGroup } from '../domain/documents/document-groups'
import type { LinkTargets } from '../domain/documents/document-link'
import { yieldToEventLoop } from '../lib/concurrency'
import { renderDocument, type NamedDocument, type RenderedDocument } from '../domain/documents/render-document'

export interface DocumentFolder {
  /** Every document, in the order in which they are listed. */
  list(): Promise<readonly DocumentGroup[]>
  /** @returns null when there is none of that name */
  read(name: string): Promise<RenderedDocument | null>
}

/**
 * The documents of a folder, rendered. Files are read at every request, so that a new one shows at once, and rendered when
 * they have changed.
 * @param folder holds `<name>.md`
 * @param demoUrl origin of the demo pages; null where they are not served: then nothing leads there
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
  /** One after the other, with other requests answered in between: the first time all are rendered. */
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
