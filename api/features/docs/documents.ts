import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Element, ElementContent, Root, RootContent } from 'hast'
import { createTimeSlices, SharedRuns, yieldToEventLoop } from '../../lib/concurrency'
import { htmlSchema } from '../../lib/html'

export interface DocumentFolder {
  list(): Promise<readonly DocumentGroup[]>
  /** @returns null for an unknown name */
  read(name: string): Promise<RenderedDocument | null>
}

/**
 * Reads the files at every request, so that changes show at once; caches the rendered HTML.
 * @param folder contains `<name>.md`
 * @param demoUrl origin of the demo pages; null: no links to them
 */
export function createDocumentFolder(folder: string, demoUrl: string | null): DocumentFolder {
  const cache = new Map<string, { markdown: string; rendered: Promise<RenderedDocument> }>()
  const lists = new SharedRuns<readonly DocumentGroup[]>()
  const names = async (): Promise<ReadonlySet<string>> => {
    const files = await readdir(folder).catch(() => [])
    return new Set(files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -'.md'.length)))
  }
  const readMarkdown = (name: string): Promise<string> => readFile(join(folder, `${name}.md`), 'utf8')
  function render(part: string, markdown: string, targets: LinkTargets): Promise<RenderedDocument> {
    const held = cache.get(part)
    if (held?.markdown === markdown) return held.rendered
    const rendered = renderDocument(markdown, targets)
    cache.set(part, { markdown, rendered })
    return rendered
  }
  /** Without their sections: all documents would take seconds. One after another; other requests run in between. */
  async function readAll(): Promise<readonly DocumentGroup[]> {
    const targets = { names: await names(), demoUrl }
    const all: NamedDocument[] = []
    for (const name of targets.names) {
      const [head = ''] = (await readMarkdown(name)).split(/^## /mu, 1)
      const { title, summary } = await render(`head of ${name}`, head, targets)
      all.push({ name, document: { title, summary } })
      await yieldToEventLoop()
    }
    return groupDocuments(all)
  }
  return {
    list: () => lists.run(readAll),
    async read(name) {
      const targets = { names: await names(), demoUrl }
      return targets.names.has(name) ? render(name, await readMarkdown(name), targets) : null
    },
  }
}

/** Site builders first, then owners who host, then background. */
export const documentGroups = [
  { title: 'Building a site', names: ['install', 'attributes', 'inspector', 'client', 'texts', 'theming'] },
  { title: 'Members and payments', names: ['sign-in', 'social-login', 'captcha', 'payments', 'teams', 'privacy'] },
  { title: 'APIs and data', names: ['api', 'admin-api', 'webhooks', 'import-export'] },
  { title: 'Coming from Memberstack', names: ['moving-from-memberstack', 'memberstack-1'] },
  {
    title: 'Hosting',
    names: ['console', 'self-hosting', 'settings', 'operations', 'backup', 'storage', 'scaling'],
  },
  { title: 'TrustTag', names: ['trusttag-owner', 'trusttag-proof', 'witness'] },
  {
    title: 'Background',
    names: ['security', 'security-decisions', 'performance', 'design-language', 'glossary'],
  },
] as const satisfies readonly { title: string; names: readonly string[] }[]

export interface DocumentGroup {
  title: string
  documents: readonly NamedDocument[]
}

/** Skips empty groups. Unlisted documents come last, by title. */
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

export interface RenderedDocument {
  title: string
  /** The first paragraph, as text. The lists have it only if it precedes the sections. */
  summary: string
  sections: readonly { id: string; title: string }[]
  /** Sanitized HTML below the title. */
  html: string
}

export interface NamedDocument {
  /** Without `.md`. */
  name: string
  document: Pick<RenderedDocument, 'title' | 'summary'>
}

/** Sanitized HTML with heading IDs and served URLs. The libraries are loaded at the first call. */
export async function renderDocument(markdown: string, targets: LinkTargets): Promise<RenderedDocument> {
  const [{ Marked }, { fromHtml }, { sanitize }, { toHtml }] = await Promise.all([
    import('marked'),
    import('hast-util-from-html'),
    import('hast-util-sanitize'),
    import('hast-util-to-html'),
  ])
  const local = markdown.replaceAll(DEMO_URL_OF_DOCUMENTS, targets.demoUrl ?? DEMO_URL_OF_DOCUMENTS)
  const marked = new Marked({ gfm: true })
  const children: RootContent[] = []
  const nextSlice = createTimeSlices()
  for (const token of marked.lexer(local)) {
    await nextSlice()
    const safe = sanitize(fromHtml(marked.parser([token]), { fragment: true }), htmlSchema)
    if (safe.type === 'root') children.push(...safe.children)
  }
  const slug = createHeadingSlugs()
  const headings = children.filter(isHeading)
  for (const heading of headings) heading.properties['id'] = slug(textOf(heading))
  const title = headings.find(({ tagName }) => tagName === 'h1')
  for (const heading of headings) if (heading !== title) linkToItself(heading)
  await nextSlice()
  const tree: Root = { type: 'root', children: framed(children.filter((child) => child !== title)) }
  for (const element of elementsOf(tree)) if (element.tagName === 'a') relink(element, targets)
  return {
    title: title ? textOf(title) : '',
    summary: textOf(children.find((child) => child.type === 'element' && child.tagName === 'p')),
    sections: headings
      .filter(({ tagName }) => tagName === 'h2')
      .map((heading) => ({ id: String(heading.properties['id']), title: textOf(heading) })),
    html: toHtml(tree),
  }
}

const isHeading = (node: RootContent): node is Element => node.type === 'element' && /^h[1-6]$/u.test(node.tagName)

function linkToItself(heading: Element): void {
  if ([...elementsOf(heading)].some(({ tagName }) => tagName === 'a')) return
  const href = `#${String(heading.properties['id'])}`
  heading.children = [{ type: 'element', tagName: 'a', properties: { href }, children: heading.children }]
}

/** A focusable scroll region named after its section. */
function framed(children: readonly RootContent[]): RootContent[] {
  let section = ''
  let count = 0
  return children.map((child) => {
    if (isHeading(child)) section = textOf(child)
    if (child.type !== 'element' || child.tagName !== 'table') return child
    count += 1
    const properties = { className: ['scroll'], tabIndex: 0, role: 'group', ariaLabel: `Table ${count}: ${section}` }
    return { type: 'element', tagName: 'div', properties, children: [child] }
  })
}

function relink(link: Element, targets: LinkTargets): void {
  const href = documentLink(`${link.properties['href']}`, targets)
  if (href === null) link.tagName = 'span'
  link.properties = href === null ? {} : { href }
}

function* elementsOf(node: Root | Element): Generator<Element> {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    yield child
    yield* elementsOf(child)
  }
}

function textOf(node: RootContent | ElementContent | undefined): string {
  if (node?.type === 'text') return node.value
  return node?.type === 'element' ? node.children.map(textOf).join('') : ''
}

interface LinkTargets {
  /** Served documents, without `.md`. */
  names: ReadonlySet<string>
  demoUrl: string | null
}

/** Used in documents for the demo pages. */
const DEMO_URL_OF_DOCUMENTS = 'http://localhost:4002'

export const OPEN_API_PATH = '/openapi.json'
export const DECLARATIONS_PATH = '/membership.d.ts'

export const DOCUMENTS_PATH = '/docs'

/** Null for a repository file that is not served, such as source code. */
function documentLink(href: string, { names, demoUrl }: LinkTargets): string | null {
  if (demoUrl === null && href.startsWith(DEMO_URL_OF_DOCUMENTS)) return null
  if (/^(https?:|mailto:|#)/u.test(href) || href === OPEN_API_PATH || href === DECLARATIONS_PATH) return href
  const demoPage = /^\.\.\/demo-pages\/(.*)$/u.exec(href)?.[1]
  if (demoPage !== undefined) return demoUrl && `${demoUrl}/${demoPage}`
  const [, name = '', fragment = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/u.exec(href) ?? []
  return names.has(name) ? `${DOCUMENTS_PATH}/${name}${fragment}` : null
}

/** As on GitHub, so that links work in both places: lower case, no punctuation, hyphens for spaces, numbers for duplicates. */
export function createHeadingSlugs(): (heading: string) => string {
  const taken = new Set<string>()
  return (heading) => {
    const slug = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    let free = slug
    for (let count = 1; taken.has(free); count += 1) free = `${slug}-${count}`
    taken.add(free)
    return free
  }
}
