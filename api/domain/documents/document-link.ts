export interface LinkTargets {
  /** Names of the documents that are served, without `.md`. */
  names: ReadonlySet<string>
  /** Origin of the demo pages. */
  demoUrl: string
}

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
  if (/^(https?:|mailto:|#)/u.test(href) || href === OPEN_API_PATH || href === DECLARATIONS_PATH) return href
  const demoPage = /^\.\.\/demo-pages\/(.*)$/u.exec(href)?.[1]
  if (demoPage !== undefined) return `${demoUrl}/${demoPage}`
  const [, name = '', fragment = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/u.exec(href) ?? []
  return names.has(name) ? `${DOCUMENTS_PATH}/${name}${fragment}` : null
}
