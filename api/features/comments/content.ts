import { createHash } from 'node:crypto'
import type { Schema } from 'hast-util-sanitize'
import type { ContentNode } from '../../../contract/entities'
import { COMMENT_MAX_CHARS, COMMENT_MAX_DEPTH, COMMENT_MAX_NODES } from '../../../contract/limits'
import { ApiError } from '../../domain/api-error'
import type { AppDefinition } from '../apps/definition'
import { textOfHtml } from '../../domain/hosted-html/html-text'
import { sanitiseHtml, SANITIZER_VERSION } from '../../domain/hosted-html/sanitise-html'
import type { SafeHtml } from '../../domain/hosted-html/sanitise-html'
import { UnusableHtmlError } from '../../domain/hosted-html/unusable-html-error'
import type { CommentMarkup } from './repository'

/** A comment may contain words, emphasis, lists, quotes, code, and links that give no search ranking. */
export const commentSchema: Schema = {
  tagNames: ['p', 'br', 'a', 'b', 'strong', 'i', 'em', 'u', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li'],
  attributes: { a: ['href'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  // A rel in the source is dropped, so this one is always missing and always added.
  required: { a: { rel: 'nofollow ugc noopener' } },
  ancestors: { li: ['ul', 'ol'] },
  // These go with their content; any other element that is not allowed leaves its content behind.
  strip: [
    'script',
    'style',
    'template',
    'title',
    'iframe',
    'object',
    'embed',
    'applet',
    'noembed',
    'noframes',
    'noscript',
    'svg',
    'math',
    'select',
    'datalist',
    'textarea',
    'canvas',
    'xmp',
    'plaintext',
    'frameset',
  ],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
}

const sanitizerOptions = {
  schema: commentSchema,
  limits: { nodes: COMMENT_MAX_NODES, depth: COMMENT_MAX_DEPTH },
  roundsMax: 4,
}

/** Characters of HTML past today's limits from which words are recovered. */
const SALVAGED_MAX_CHARS = 10 * COMMENT_MAX_CHARS

/**
 * Sanitizes a comment once, when it is written.
 * @throws ApiError `required-field-missing` for markup without words, `comment-refused` for a blocked word,
 *   `field-limit-exceeded` past `COMMENT_MAX_NODES` or `COMMENT_MAX_DEPTH`, `invalid-field-value` for unreadable HTML
 */
export async function sanitizeComment(
  { comments }: Pick<AppDefinition, 'comments'>,
  source: string,
): Promise<CommentMarkup> {
  const safe = await sanitiseHtml(source, sanitizerOptions).catch((cause: unknown) => {
    if (!(cause instanceof UnusableHtmlError)) throw cause
    if (!cause.exceedsLimit) throw new ApiError('invalid-field-value', { cause })
    throw new ApiError('field-limit-exceeded', { message: `The comment ${cause.message}.`, cause })
  })
  const text = textOf(safe.nodes)
  if (text.trim() === '') throw new ApiError('required-field-missing')
  const folded = fold(text)
  if (comments?.blockedWords.some((word) => hasWord(folded, fold(word))) === true) throw new ApiError('comment-refused')
  return toMarkup(source, safe)
}

/**
 * The stored markup if this version of the program may send it.
 * @returns null if an older sanitizer made it, or an older version of the program edited it: then use `resanitize`
 */
export function storedMarkup({ content, nodes, sanitizerVersion, markupDigest }: CommentMarkup): SafeHtml | null {
  if (nodes === null || sanitizerVersion === null || sanitizerVersion < SANITIZER_VERSION) return null
  return digestOf(content, nodes) === markupDigest ? { content, nodes: JSON.parse(nodes) } : null
}

/** Sanitizes a stored comment again. A comment past today's limits keeps its words and loses its markup. */
export async function resanitize(row: CommentMarkup): Promise<{ markup: CommentMarkup; safe: SafeHtml }> {
  const { content, nodes, markupDigest } = row
  // An older version of the program edits `content` only; then `source` is the text before that edit.
  const isSourceStale = nodes !== null && digestOf(content, nodes) !== markupDigest
  const source = isSourceStale ? null : row.source
  // One unreadable comment must not make the page around it fail.
  const safe = await sanitiseHtml(source ?? content, sanitizerOptions).catch(async () =>
    plainText((await textOfHtml(content.slice(0, SALVAGED_MAX_CHARS))).slice(0, COMMENT_MAX_CHARS)),
  )
  return { markup: toMarkup(source, safe), safe }
}

/** The words of a comment in one line. */
export const lineOf = (nodes: readonly ContentNode[]): string => textOf(nodes).replaceAll(/\s+/gu, ' ').trim()

function toMarkup(source: string | null, safe: SafeHtml): CommentMarkup {
  const nodes = JSON.stringify(safe.nodes)
  const markupDigest = digestOf(safe.content, nodes)
  return { source, content: safe.content, nodes, sanitizerVersion: SANITIZER_VERSION, markupDigest }
}

const plainText = (text: string): SafeHtml => ({
  content: text.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;'),
  nodes: text === '' ? [] : [text],
})

const digestOf = (content: string, nodes: string): string =>
  createHash('sha256').update(content).update('\0').update(nodes).digest('base64url')

/** Spaces around each element, because blocks separate words. */
const textOf = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : ` ${textOf(node.children)} `)).join('')

/** Only whole words count: a letter or digit beside it makes another word. */
function hasWord(text: string, word: string): boolean {
  if (!text.includes(word)) return false
  const neighbor = String.raw`[\p{L}\p{N}]`
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`)
  return new RegExp(`(?<!${neighbor})${escaped}(?!${neighbor})`, 'u').test(text)
}

/** Words compare without case and character width. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()
