import { $createLinkNode, $isLinkNode } from '@lexical/link'
import { $createListItemNode, $createListNode, $isListItemNode, $isListNode } from '@lexical/list'
import { $createHeadingNode, $createQuoteNode, $isHeadingNode, $isQuoteNode } from '@lexical/rich-text'
import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  $isElementNode,
  $isLineBreakNode,
  $isParagraphNode,
  $isTextNode,
  DecoratorNode,
} from 'lexical'
import type { LexicalNode, NodeKey, SerializedLexicalNode, TextFormatType, TextNode } from 'lexical'

/** HTML as elements, as the server sends it. */
export type HtmlNode =
  string | { tag: string; attributes: Readonly<Record<string, string>>; children: readonly HtmlNode[] }
type Element = Exclude<HtmlNode, string>

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Leaves out what is no node. */
export function toHtmlNodes(value: unknown): HtmlNode[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown): HtmlNode[] => {
    if (typeof one === 'string') return [one]
    if (!isRecord(one) || typeof one['tag'] !== 'string') return []
    const attributes = isRecord(one['attributes']) ? one['attributes'] : {}
    const texts = Object.entries(attributes).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : []))
    return [{ tag: one['tag'], attributes: Object.fromEntries(texts), children: toHtmlNodes(one['children']) }]
  })
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')
const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;')

const VOID = new Set(['br', 'hr', 'img', 'col', 'source', 'wbr'])

const element = (tag: string, attributes: Readonly<Record<string, string>>, content: string): string => {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeValue(value)}"`)
  return `<${tag}${written.join('')}>${VOID.has(tag) ? '' : `${content}</${tag}>`}`
}

export const htmlOf = (nodes: readonly HtmlNode[]): string =>
  nodes
    .map((node) =>
      typeof node === 'string' ? escapeText(node) : element(node.tag, node.attributes, htmlOf(node.children)),
    )
    .join('')

interface SerializedHtmlBlock extends SerializedLexicalNode {
  html: string
}

const BLOCK_SHOWN_CHARS = 300

/** A part that the editor can't change, such as a table. It stays as it is. */
export class HtmlBlockNode extends DecoratorNode<null> {
  __html: string

  static override getType(): string {
    return 'html-block'
  }

  static override clone(node: HtmlBlockNode): HtmlBlockNode {
    return new HtmlBlockNode(node.__html, node.__key)
  }

  static override importJSON(json: SerializedLexicalNode & { html?: unknown }): HtmlBlockNode {
    return new HtmlBlockNode(typeof json.html === 'string' ? json.html : '')
  }

  constructor(html = '', key?: NodeKey) {
    super(key)
    this.__html = html
  }

  override exportJSON(): SerializedHtmlBlock {
    return { ...super.exportJSON(), html: this.__html }
  }

  override createDOM(): HTMLElement {
    const block = document.createElement('div')
    block.className = 'html-block'
    const isLong = this.__html.length > BLOCK_SHOWN_CHARS
    block.textContent = isLong ? `${this.__html.slice(0, BLOCK_SHOWN_CHARS)}…` : this.__html
    return block
  }

  override updateDOM(): false {
    return false
  }

  override getTextContent(): string {
    return `${this.__html}\n`
  }

  override isInline(): false {
    return false
  }

  override decorate(): null {
    return null
  }
}

const FORMATS: Readonly<Record<string, TextFormatType>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  s: 'strikethrough',
  del: 'strikethrough',
  code: 'code',
  sub: 'subscript',
  sup: 'superscript',
}

/** Outermost first. */
const WRITTEN: readonly (readonly [TextFormatType, string])[] = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strikethrough', 's'],
  ['code', 'code'],
  ['subscript', 'sub'],
  ['superscript', 'sup'],
]

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
const INLINE = new Set(['a', 'br', 'span', ...Object.keys(FORMATS)])

const isInline = (node: HtmlNode): boolean => typeof node === 'string' || INLINE.has(node.tag)
const isBlank = (node: HtmlNode): boolean => typeof node === 'string' && node.trim() === ''

class NotEditable extends Error {}

interface Reading {
  /** For pasted text: attributes and unknown elements go, their text stays. */
  isLossy: boolean
}

/** Call it in an update of the editor. */
export function $toBlocks(nodes: readonly HtmlNode[], reading: Reading): LexicalNode[] {
  const blocks: LexicalNode[] = []
  let line: HtmlNode[] = []
  const endLine = () => {
    if (line.some((node) => !isBlank(node)))
      blocks.push($blockOr(line, () => $withInline($createParagraphNode(), line, reading)))
    line = []
  }
  for (const node of nodes)
    if (isInline(node)) line.push(node)
    else {
      endLine()
      if (typeof node !== 'string') blocks.push(...$readBlock(node, reading))
    }
  endLine()
  return blocks
}

function $readBlock(node: Element, reading: Reading): LexicalNode[] {
  if (reading.isLossy) return $lossyBlock(node, reading)
  return [$blockOr([node], () => $editableBlock(node, reading))]
}

/** The block, or the same HTML unchanged. */
function $blockOr(nodes: readonly HtmlNode[], make: () => LexicalNode): LexicalNode {
  try {
    return make()
  } catch (error) {
    if (error instanceof NotEditable) return new HtmlBlockNode(htmlOf(nodes))
    throw error
  }
}

function $lossyBlock(node: Element, reading: Reading): LexicalNode[] {
  try {
    return [$editableBlock(node, reading)]
  } catch (error) {
    if (!(error instanceof NotEditable)) throw error
    return $toBlocks(node.children, reading)
  }
}

function $editableBlock(node: Element, reading: Reading): LexicalNode {
  const { tag, children } = node
  if (!reading.isLossy && Object.keys(node.attributes).length > 0) throw new NotEditable()
  const heading = HEADINGS.find((one) => one === tag)
  if (tag === 'p') return $withInline($createParagraphNode(), children, reading)
  if (heading) return $withInline($createHeadingNode(heading), children, reading)
  if (tag === 'ul' || tag === 'ol') return $readList(node, reading)
  if (tag !== 'blockquote') throw new NotEditable()
  const [only, ...others] = children.filter((child) => !isBlank(child))
  const isOneParagraph = typeof only === 'object' && only.tag === 'p' && others.length === 0
  return $withInline($createQuoteNode(), isOneParagraph ? only.children : children, reading)
}

function $readList({ tag, children }: Element, reading: Reading): LexicalNode {
  const list = $createListNode(tag === 'ol' ? 'number' : 'bullet')
  for (const child of children) {
    if (isBlank(child)) continue
    if (typeof child === 'string' || child.tag !== 'li') throw new NotEditable()
    if (!reading.isLossy && Object.keys(child.attributes).length > 0) throw new NotEditable()
    const content = child.children.filter((one) => isInline(one))
    const lists = child.children.filter((one): one is Element => !isInline(one) && typeof one !== 'string')
    if (content.some((one) => !isBlank(one)) || lists.length === 0)
      list.append($withInline($createListItemNode(), content, reading))
    for (const inner of lists) {
      const isParagraph = inner.tag === 'p'
      if (!isParagraph && inner.tag !== 'ul' && inner.tag !== 'ol') throw new NotEditable()
      list.append(
        isParagraph
          ? $withInline($createListItemNode(), inner.children, reading)
          : $createListItemNode().append($readList(inner, reading)),
      )
    }
  }
  return list
}

interface Parent<Node> {
  append: (...nodes: LexicalNode[]) => Node
}

const $withInline = <Node extends Parent<Node>>(parent: Node, nodes: readonly HtmlNode[], reading: Reading): Node =>
  parent.append(...$readInline(trimmed(nodes), [], reading))

/** HTML shows no spaces at the ends of a block. */
const trimmed = (nodes: readonly HtmlNode[]): HtmlNode[] =>
  nodes.flatMap((node, index): HtmlNode[] => {
    if (typeof node !== 'string') return [node]
    const start = index === 0 ? node.replace(/^[ \t\n\r]+/u, '') : node
    const text = index === nodes.length - 1 ? start.replace(/[ \t\n\r]+$/u, '') : start
    return text === '' ? [] : [text]
  })

function $readInline(nodes: readonly HtmlNode[], formats: readonly TextFormatType[], reading: Reading): LexicalNode[] {
  return nodes.flatMap((node): LexicalNode[] => {
    if (typeof node === 'string') {
      const text = $createTextNode(node.replace(/[ \t\n\r]+/gu, ' '))
      for (const format of formats) text.toggleFormat(format)
      return [text]
    }
    const { tag, attributes, children } = node
    const format = FORMATS[tag]
    const names = Object.keys(attributes)
    if (tag === 'br') return [$createLineBreakNode()]
    if (tag === 'a') {
      const { href = '', target, rel } = attributes
      if (!reading.isLossy && (href === '' || names.some((name) => !['href', 'target', 'rel'].includes(name))))
        throw new NotEditable()
      // The sanitizer has removed where it led to.
      if (href === '') return $readInline(children, formats, reading)
      const link = $createLinkNode(href, { ...(target && { target }), ...(rel && { rel }) })
      return [link.append(...$readInline(children, formats, reading))]
    }
    if (!reading.isLossy && (names.length > 0 || !format)) throw new NotEditable()
    const inner = format && !formats.includes(format) ? [...formats, format] : formats
    return $readInline(children, inner, reading)
  })
}

/** The HTML of blocks. Call it in a read of the editor. */
export const $toHtml = (blocks: readonly LexicalNode[]): string => blocks.map($blockHtml).join('\n')

function $blockHtml(node: LexicalNode): string {
  if (node instanceof HtmlBlockNode) return node.__html
  if ($isListNode(node)) return $listHtml(node.getTag(), node.getChildren())
  if (!$isElementNode(node)) return ''
  const content = $inlineHtml(node.getChildren())
  if ($isHeadingNode(node)) return element(node.getTag(), {}, content)
  if ($isQuoteNode(node)) return element('blockquote', {}, element('p', {}, content))
  if ($isParagraphNode(node) && content === '') return ''
  return element('p', {}, content)
}

function $listHtml(tag: string, items: readonly LexicalNode[]): string {
  const written: string[] = []
  for (const item of items) {
    if (!$isListItemNode(item)) continue
    const [first] = item.getChildren()
    // Lexical has a nested list in an item of its own; in HTML it belongs to the item before.
    if ($isListNode(first)) {
      const inner = $listHtml(first.getTag(), first.getChildren())
      const before = written.pop()
      written.push(before === undefined ? `<li>${inner}</li>` : before.replace(/<\/li>$/u, `${inner}</li>`))
    } else written.push(`<li>${$inlineHtml(item.getChildren())}</li>`)
  }
  return element(tag, {}, written.join(''))
}

const $inlineHtml = (nodes: readonly LexicalNode[]): string =>
  nodes
    .map((node) => {
      if ($isLineBreakNode(node)) return '<br>'
      if ($isTextNode(node)) return textHtml(node)
      if (!$isLinkNode(node)) return $isElementNode(node) ? $inlineHtml(node.getChildren()) : ''
      const [target, rel] = [node.getTarget(), node.getRel()]
      const attributes = { href: node.getURL(), ...(target && { target }), ...(rel && { rel }) }
      return element('a', attributes, $inlineHtml(node.getChildren()))
    })
    .join('')

const textHtml = (node: TextNode): string =>
  WRITTEN.filter(([format]) => node.hasFormat(format)).reduceRight(
    (content, [, tag]) => element(tag, {}, content),
    escapeText(node.getTextContent()),
  )
