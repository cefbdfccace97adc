export interface LinkTargets {
  /** Names of the documents that are served, without `.md`. */
  names: ReadonlySet<string>
  /** Origin of the demo pages; null where they are not served. */
  demoUrl: string | null
}

/** Documents name the demo pages by their address on a development machine. */
export const DEMO_URL_OF_DOCUMENTS = 'http://localhost:4002'

/** The description of both APIs, and the types of the global object: files that documents link to. */
export const OPEN_API_PATH = '/openapi.json'
export const DECLARATIONS_PATH = '/membership.d.ts'

/** Where the documents are served. */
export const DOCUMENTS_PATH = '/docs'

/**
 * Where a link of a document leads when it is served: documents and demo pages are linked by their place in the
 * repository. Null for what is not served, such as a source file.
 */
export function documentLink(href: string, { names, demoUrl }: LinkTargets): string | null {
  if (demoUrl === null && href.startsWith(DEMO_URL_OF_DOCUMENTS)) return null
  if (/^(https?:|mailto:|#)/u.test(href) || href === OPEN_API_PATH || href === DECLARATIONS_PATH) return href
  const demoPage = /^\.\.\/demo-pages\/(.*)$/u.exec(href)?.[1]
  if (demoPage !== undefined) return demoUrl && `${demoUrl}/${demoPage}`
  const [, name = '', fragment = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/u.exec(href) ?? []
  return names.has(name) ? `${DOCUMENTS_PATH}/${name}${fragment}` : null
}
