import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Schema } from 'hast-util-sanitize'
import type { ContentNode } from '../../../contract/entities'
import { COMMENT_MAX_CHARS, COMMENT_MAX_DEPTH, COMMENT_MAX_NODES } from '../../../contract/limits'
import type { Db } from '../../database/db'
import { ApiError, reasonOf } from '../../lib/errors'
import { type SafeHtml, sanitizeHtml, SANITIZER_VERSION, UnusableHtmlError } from '../../lib/html'
import { createPollingWorker, type PollingWorker } from '../../lib/concurrency'
import { textOfHtml } from '../../lib/text'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import { type CommentMarkup, listOutdatedComments, replaceMarkup } from './repository'

/** Words, emphasis, lists, quotes, code, and links without search ranking. */
export const commentSchema: Schema = {
  tagNames: ['p', 'br', 'a', 'b', 'strong', 'i', 'em', 'u', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li'],
  attributes: { a: ['href'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  // A rel in the source is dropped, so this one is always added.
  required: { a: { rel: 'nofollow ugc noopener' } },
  ancestors: { li: ['ul', 'ol'] },
  // Removed with their content; other disallowed elements leave theirs.
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

/** For HTML above today's limits: characters from which words are recovered. */
const SALVAGED_MAX_CHARS = 10 * COMMENT_MAX_CHARS

/**
 * @throws ApiError `required-field-missing` for markup without words, `comment-refused` for a blocked word, `field-limit-exceeded` past
 * `COMMENT_MAX_NODES` or `COMMENT_MAX_DEPTH`, `invalid-field-value` for unreadable HTML
 */
export async function sanitizeComment(
  { comments }: Pick<AppDefinition, 'comments'>,
  source: string,
): Promise<NewMarkup> {
  const safe = await sanitizeHtml(source, sanitizerOptions).catch((cause: unknown) => {
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

/** Safe HTML of today's sanitizer. */
export interface SafeMarkup {
  content: string
  /** JSON of `ContentNode[]`. Answers contain it as it is: to parse and write it again takes most of the time of a page. */
  nodes: string
}

export type NewMarkup = CommentMarkup & SafeMarkup

/** @returns null if an older sanitizer made the markup, or an older version of the program edited it: then use `resanitize` */
export function storedMarkup({ content, nodes, sanitizerVersion, markupDigest }: CommentMarkup): SafeMarkup | null {
  if (nodes === null || sanitizerVersion === null || sanitizerVersion < SANITIZER_VERSION) return null
  return digestOf(content, nodes) === markupDigest ? { content, nodes } : null
}

/** Above today's limits, a comment keeps its words and loses its markup. */
export async function resanitize(row: CommentMarkup): Promise<NewMarkup> {
  const { content, nodes, markupDigest } = row
  // An older version of the program edits `content` only; `source` is then outdated.
  const isSourceStale = nodes !== null && digestOf(content, nodes) !== markupDigest
  const source = isSourceStale ? null : row.source
  // One unreadable comment must not fail the whole page.
  const safe = await sanitizeHtml(source ?? content, sanitizerOptions).catch(async () =>
    plainText((await textOfHtml(content.slice(0, SALVAGED_MAX_CHARS))).slice(0, COMMENT_MAX_CHARS)),
  )
  return toMarkup(source, safe)
}

/** In one line. */
export const lineOf = (nodes: readonly ContentNode[]): string => textOf(nodes).replaceAll(/\s+/gu, ' ').trim()

function toMarkup(source: string | null, safe: SafeHtml): NewMarkup {
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

/** With spaces around elements, because blocks separate words. */
const textOf = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : ` ${textOf(node.children)} `)).join('')

/** Whole words: no letter or digit on either side. */
function hasWord(text: string, word: string): boolean {
  if (!text.includes(word)) return false
  const neighbor = String.raw`[\p{L}\p{N}]`
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`)
  return new RegExp(`(?<!${neighbor})${escaped}(?!${neighbor})`, 'u').test(text)
}

/** Ignores case and character width. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** An older version of the program may write beside this one, so comments can become outdated at any time. */
const POLL_MS = 10 * 60 * 1000
const SLICE = 20
/** Rests four times as long as it works: a fifth of one core at most. */
const REST_FACTOR = 4
const REST_MIN_MS = 5

interface ResanitizeWorkerOptions extends Pick<Services, 'log'> {
  store: Db
  /** Skips the work if another process is running it. */
  alone?: (work: () => Promise<void>) => Promise<void>
}

/** In the background, so that a start does not wait for outdated comments. */
export function createResanitizeWorker({ store, log, alone }: ResanitizeWorkerOptions): PollingWorker {
  return createPollingWorker({
    pollMs: POLL_MS,
    alone,
    fail: (error) => log.error({ reason: reasonOf(error) }, 'could not sanitize stored comments again'),
    async work({ stopping }) {
      let done = 0
      for (;;) {
        const outdated = await listOutdatedComments(store, SANITIZER_VERSION, SLICE)
        for (const row of outdated) {
          if (stopping.aborted) return
          const begun = performance.now()
          await replaceMarkup(store, row, await resanitize(row))
          done += 1
          await rest(performance.now() - begun, stopping)
        }
        if (outdated.length > 0) continue
        if (done > 0) log.info({ comments: done, sanitizer: SANITIZER_VERSION }, 'sanitized stored comments again')
        return
      }
    },
  })
}

const rest = (workedMs: number, signal: AbortSignal): Promise<void> =>
  pause(Math.max(REST_MIN_MS, workedMs * REST_FACTOR), undefined, { signal, ref: false }).catch(() => {})
