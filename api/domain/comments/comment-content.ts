import { createHash } from 'node:crypto'
import type { ContentNode } from '../../../contract/entities'
import { COMMENT_MAX_CHARS, COMMENT_MAX_DEPTH, COMMENT_MAX_NODES } from '../../../contract/limits'
import type { CommentMarkup } from '../../ports/comment-store'
import type { AppDefinition } from '../app-definition'
import { ApiError } from '../../lib/errors'
import { textOfHtml } from '../../lib/text'
import { sanitizeHtml, SANITIZER_VERSION, UnusableHtmlError } from '../../lib/html'
import type { SafeHtml } from '../../lib/html'
import { commentSchema } from './comment-schema'

const sanitizerOptions = {
  schema: commentSchema,
  limits: { nodes: COMMENT_MAX_NODES, depth: COMMENT_MAX_DEPTH },
  roundsMax: 4,
}

/** Of HTML past today's limits, so much is read for its words. */
const SALVAGED_MAX_CHARS = 10 * COMMENT_MAX_CHARS

/**
 * Sanitizes a comment once, when it is written.
 * @throws ApiError `required-field-missing` for nothing but markup, `comment-refused` for a blocked word,
 *   `field-limit-exceeded` past `COMMENT_MAX_NODES` or `COMMENT_MAX_DEPTH`, `invalid-field-value` for HTML that nobody can read
 */
export async function sanitizeComment(
  { comments }: Pick<AppDefinition, 'comments'>,
  written: string,
): Promise<CommentMarkup> {
  const safe = await sanitizeHtml(written, sanitizerOptions).catch((cause: unknown) => {
    if (!(cause instanceof UnusableHtmlError)) throw cause
    if (!cause.exceedsLimit) throw new ApiError('invalid-field-value', { cause })
    throw new ApiError('field-limit-exceeded', { message: `The comment ${cause.message}.`, cause })
  })
  const text = textOf(safe.nodes)
  if (text.trim() === '') throw new ApiError('required-field-missing')
  const folded = fold(text)
  if (comments?.blockedWords.some((word) => hasWord(folded, fold(word))) === true) throw new ApiError('comment-refused')
  return toMarkup(written, safe)
}

/**
 * The stored result, if it may be sent.
 * @returns null if an older sanitizer made it, or an older version of the program edited it: then use `resanitize`
 */
export function storedMarkup(row: CommentMarkup): SafeHtml | null {
  const { content, nodes, sanitizerVersion, markupDigest } = row
  if (nodes === null || sanitizerVersion === null || sanitizerVersion < SANITIZER_VERSION) return null
  return digestOf(content, nodes) === markupDigest ? { content, nodes: JSON.parse(nodes) } : null
}

/** Sanitizes a stored comment again. What today's limits refuse keeps its words and loses its markup. */
export async function resanitize(row: CommentMarkup): Promise<{ markup: CommentMarkup; safe: SafeHtml }> {
  const { source, content, nodes, markupDigest } = row
  // An older version of the program that edited the comment left the source of the earlier text behind.
  const isEdited = nodes !== null && digestOf(content, nodes) !== markupDigest
  const kept = isEdited ? null : source
  // Whatever one comment holds, the page around it must still be answered.
  const safe = await sanitizeHtml(kept ?? content, sanitizerOptions).catch(async () =>
    plain((await textOfHtml(content.slice(0, SALVAGED_MAX_CHARS))).slice(0, COMMENT_MAX_CHARS)),
  )
  return { markup: toMarkup(kept, safe), safe }
}

function toMarkup(source: string | null, safe: SafeHtml): CommentMarkup {
  const nodes = JSON.stringify(safe.nodes)
  const markupDigest = digestOf(safe.content, nodes)
  return { source, content: safe.content, nodes, sanitizerVersion: SANITIZER_VERSION, markupDigest }
}

const plain = (text: string): SafeHtml => ({
  content: text.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;'),
  nodes: text === '' ? [] : [text],
})

const digestOf = (content: string, nodes: string): string =>
  createHash('sha256').update(content).update('\0').update(nodes).digest('base64url')

/** The words of a tree, in one line. */
export const lineOf = (nodes: readonly ContentNode[]): string => textOf(nodes).replaceAll(/\s+/gu, ' ').trim()

/** Blocks part words, as they do on the page. */
const textOf = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : ` ${textOf(node.children)} `)).join('')

/** Letters and digits around it make another word of it. */
function hasWord(text: string, word: string): boolean {
  if (!text.includes(word)) return false
  const around = String.raw`[\p{L}\p{N}]`
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`)
  return new RegExp(`(?<!${around})${escaped}(?!${around})`, 'u').test(text)
}

/** Case and width make no other word of it. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()
