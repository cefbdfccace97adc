import type { Element, ElementContent, Root, RootContent } from 'hast'
import { htmlSchema } from '../../domain/hosted-html/html-schema'
import { createTimeSlices } from '../../lib/time-slices'

export interface RenderedDocument {
  /** The first heading. */
  title: string
  /** The first paragraph, as text. */
  summary: string
  /** Headings of the second rank. */
  sections: readonly { id: string; title: string }[]
  /** Everything below the title, as HTML that is safe to serve. */
  html: string
}

export interface NamedDocument {
  /** Its file's, without `.md`. */
  name: string
  document: RenderedDocument
}

/**
 * A document as it is served: its Markdown as HTML without anything that acts, each heading with an id, links leading
 * to where things are served. The libraries are loaded at the first call.
 */
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
    const safe = sanitize(fromHtml(marked.parser([token]), { fragment: true }), htmlSchema)
    if (safe.type === 'root') children.push(...safe.children)
    await nextSlice()
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

/** So that its address can be copied. One that leads somewhere already stays as it is. */
function linkToItself(heading: Element): void {
  if ([...elementsOf(heading)].some(({ tagName }) => tagName === 'a')) return
  const href = `#${String(heading.properties['id'])}`
  heading.children = [{ type: 'element', tagName: 'a', properties: { href }, children: heading.children }]
}

/** Tables may be wider than a phone: each scrolls in a frame that the keyboard reaches, named for its section. */
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

export interface LinkTargets {
  /** Names of the documents that are served, without `.md`. */
  names: ReadonlySet<string>
  /** Origin of the demo pages; null where they are not served. */
  demoUrl: string | null
}

/** Documents name the demo pages by their address on a development machine. */
const DEMO_URL_OF_DOCUMENTS = 'http://localhost:4002'

/** The description of both APIs, and the types of the global object: files that documents link to. */
export const OPEN_API_PATH = '/openapi.json'
export const DECLARATIONS_PATH = '/membership.d.ts'

/** Where the documents are served. */
export const DOCUMENTS_PATH = '/docs'

/**
 * Where a link of a document leads when it is served: documents and demo pages are linked by their place in the
 * repository. Null for what is not served, such as a source file.
 */
function documentLink(href: string, { names, demoUrl }: LinkTargets): string | null {
  if (demoUrl === null && href.startsWith(DEMO_URL_OF_DOCUMENTS)) return null
  if (/^(https?:|mailto:|#)/u.test(href) || href === OPEN_API_PATH || href === DECLARATIONS_PATH) return href
  const demoPage = /^\.\.\/demo-pages\/(.*)$/u.exec(href)?.[1]
  if (demoPage !== undefined) return demoUrl && `${demoUrl}/${demoPage}`
  const [, name = '', fragment = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/u.exec(href) ?? []
  return names.has(name) ? `${DOCUMENTS_PATH}/${name}${fragment}` : null
}

/**
 * Names headings as GitHub does, so that one link works there and here: lower case, no punctuation, hyphens for spaces, and
 * a number behind what is there already.
 */
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
