import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { browserTree } from './browser-tree'
import { SourceParser } from './source-parser'
import type { Dropped } from './source-parser'

export interface ParsedSource {
  root: Tree.Document | Tree.DocumentFragment
  /** Its own tags say that it is a page, not a part of one. */
  isDocument: boolean
  dropped: Dropped
}

/** Reads a page as a browser does, or a part of one that a browser would only take within a table. */
export function parseSource(text: string): ParsedSource {
  const tree = browserTree()
  const options = { sourceCodeLocationInfo: true, treeAdapter: tree.adapter }
  const isPart = TABLE_PARTS.has(firstTag(text))
  const parser = isPart ? SourceParser.getFragmentParser(null, options) : new SourceParser(options)
  if (!(parser instanceof SourceParser)) throw new TypeError('Not the parser that was asked for.')
  const { dropped, saysDocument } = parser.readAll(text, tree.lastMade)
  return {
    root: isPart ? parser.getFragment() : parser.document,
    isDocument: !isPart && saysDocument,
    dropped,
  }
}

const TABLE_PARTS: ReadonlySet<string> = new Set('caption col colgroup tbody td tfoot th thead tr'.split(' '))

/** The name of the first tag that opens, lower-case. */
function firstTag(text: string): string {
  let at = text.indexOf('<')
  while (at >= 0) {
    const isComment = text.startsWith('<!--', at)
    const name = isComment ? null : /^<([a-z]+)/i.exec(text.slice(at, at + 16))?.[1]
    if (name) return name.toLowerCase()
    const end = isComment ? text.indexOf('-->', at + 4) : at + 1
    at = end < 0 ? -1 : text.indexOf('<', end)
  }
  return ''
}
