import { defaultTreeAdapter, ErrorCodes, html, Parser } from 'parse5'
import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes as Tree, Token, TreeAdapter } from 'parse5'

interface ParsedSource {
  root: Tree.Document | Tree.DocumentFragment
  /** True for a page, false for a fragment. */
  isDocument: boolean
  dropped: Dropped
  /** The line at an offset, from 1: the parser counts a line end after an ampersand twice. */
  lineOf: (offset: number) => number
}

/** Parses a page, or a fragment that is valid only inside a table. */
export function parseSource(source: string): ParsedSource {
  const text = source.replaceAll(/\r\n?/gu, '\n')
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
    lineOf: lineCounter(text),
  }
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0, ...Array.from(text.matchAll(/\n/gu), ({ index }) => index + 1)]
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? Infinity) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

const TABLE_PARTS: ReadonlySet<string> = new Set('caption col colgroup tbody td tfoot th thead tr'.split(' '))

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

/** Tags that the parser drops (see PageSource). */
interface Dropped {
  nestedForms: Tree.Element[]
  repeatedAttributes: { element: Tree.Element; name: string }[]
}

class SourceParser extends Parser<DefaultTreeAdapterMap> {
  private readonly dropped: Dropped = { nestedForms: [], repeatedAttributes: [] }
  private saysDocument = false
  /** Attributes that the current tag repeats. */
  private repeated: string[] = []
  private lastMade: () => Tree.Element | null = () => null

  /** @param lastMade returns the newest element of the tree */
  readAll(text: string, lastMade: () => Tree.Element | null): { dropped: Dropped; saysDocument: boolean } {
    this.lastMade = lastMade
    this.onParseError = ({ code, startOffset }) => {
      if (code === ErrorCodes.duplicateAttribute) this.repeated.push(nameBefore(text, startOffset))
    }
    this.tokenizer.write(text, true)
    return { dropped: this.dropped, saysDocument: this.saysDocument }
  }

  override onDoctype(token: Token.DoctypeToken): void {
    this.saysDocument = true
    super.onDoctype(token)
  }

  override onEndTag(token: Token.TagToken): void {
    this.repeated = []
    super.onEndTag(token)
  }

  override onStartTag(token: Token.TagToken): void {
    const names = this.repeated
    this.repeated = []
    this.saysDocument ||= DOCUMENT_TAGS.has(token.tagName)
    const { formElement, openElements } = this
    const around = openElements.current ?? null
    super.onStartTag(token)
    const made = this.lastMade()
    const kept = made?.attrs === token.attrs ? made : null
    if (!kept && token.tagName === 'form' && formElement) this.dropped.nestedForms.push(asElement(token, around))
    for (const name of names) this.dropped.repeatedAttributes.push({ element: kept ?? asElement(token, around), name })
  }
}

const DOCUMENT_TAGS: ReadonlySet<string> = new Set(['html', 'head', 'body'])
const NAME_MAX_CHARS = 100

const nameBefore = (text: string, end: number): string =>
  /[^\s"'<>/=]*$/.exec(text.slice(Math.max(0, end - NAME_MAX_CHARS), end))?.[0].toLowerCase() ?? ''

/** A detached element for a dropped tag, with its attributes, line and parent. */
function asElement(token: Token.TagToken, parentNode: Tree.ParentNode | null): Tree.Element {
  const element = defaultTreeAdapter.createElement(token.tagName, html.NS.HTML, token.attrs)
  return { ...element, parentNode, sourceCodeLocation: token.location }
}

/** Browsers nest no deeper; further elements become siblings. */
const MAX_DEPTH = 512

interface BrowserTree {
  adapter: TreeAdapter<DefaultTreeAdapterMap>
  lastMade(this: void): Tree.Element | null
}

/** Limits the depth as browsers do, so that climbing the tree stays cheap. */
function browserTree(): BrowserTree {
  let depth = 0
  let made: Tree.Element | null = null
  return {
    lastMade: () => made,
    adapter: {
      ...defaultTreeAdapter,
      createElement(...element) {
        made = defaultTreeAdapter.createElement(...element)
        return made
      },
      appendChild(parent, child) {
        const above = depth > MAX_DEPTH && 'parentNode' in parent ? parent.parentNode : null
        defaultTreeAdapter.appendChild(above ?? parent, child)
      },
      onItemPush: () => void (depth += 1),
      onItemPop: () => void (depth -= 1),
    },
  }
}
