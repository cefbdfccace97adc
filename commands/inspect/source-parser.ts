import { defaultTreeAdapter, ErrorCodes, html, Parser } from 'parse5'
import type { DefaultTreeAdapterMap, DefaultTreeAdapterTypes as Tree, Token } from 'parse5'

/** What an author wrote and no browser keeps (PageSource). */
export interface Dropped {
  nestedForms: Tree.Element[]
  repeatedAttributes: { element: Tree.Element; name: string }[]
}

/** A parser that notes what it drops. */
export class SourceParser extends Parser<DefaultTreeAdapterMap> {
  private readonly dropped: Dropped = { nestedForms: [], repeatedAttributes: [] }
  private saysDocument = false
  /** Names that the tag at hand has carried a second time. */
  private repeated: string[] = []
  private lastMade: () => Tree.Element | null = () => null

  /** @param lastMade the element that the tree was given last */
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

/** The attribute's name that ends at an offset. */
const nameBefore = (text: string, end: number): string =>
  /[^\s"'<>/=]*$/.exec(text.slice(Math.max(0, end - NAME_MAX_CHARS), end))?.[0].toLowerCase() ?? ''

/** A tag that made no element, as one that nothing leads to: it knows its attributes, its line and what is around it. */
function asElement(token: Token.TagToken, parentNode: Tree.ParentNode | null): Tree.Element {
  const element = defaultTreeAdapter.createElement(token.tagName, html.NS.HTML, token.attrs)
  return { ...element, parentNode, sourceCodeLocation: token.location }
}
