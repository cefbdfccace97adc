import type { ContentNode } from '../../../contract/entities'
import type { AppDefinition } from '../app-definition'
import { ApiError } from '../api-error'
import { sanitiseHtml } from '../hosted-html/sanitise-html'
import { UnusableHtmlError } from '../hosted-html/unusable-html-error'
import { commentSchema } from './comment-schema'

/**
 * What is kept of what somebody wrote: without anything that acts, and only where words are left.
 * @throws ApiError `required-field-missing` for nothing but markup, `comment-refused` for a blocked word,
 *   `invalid-field-value` for HTML that nobody can read
 */
export async function commentContent({ comments }: Pick<AppDefinition, 'comments'>, written: string): Promise<string> {
  const { content, nodes } = await sanitise(written)
  const text = textOf(nodes)
  if (text.trim() === '') throw new ApiError('required-field-missing')
  if (comments?.blockedWords.some((word) => hasWord(text, word)) === true) throw new ApiError('comment-refused')
  return content
}

/** The tree of what is kept. */
export const commentNodes = async (content: string): Promise<ContentNode[]> => (await sanitise(content)).nodes

/** The words of what is kept, in one line. */
export const commentText = async (content: string): Promise<string> =>
  textOf(await commentNodes(content))
    .replaceAll(/\s+/gu, ' ')
    .trim()

async function sanitise(html: string) {
  try {
    return await sanitiseHtml(html, commentSchema)
  } catch (cause) {
    if (cause instanceof UnusableHtmlError) throw new ApiError('invalid-field-value', { cause })
    throw cause
  }
}

/** Blocks part words, as they do on the page. */
const textOf = (nodes: readonly ContentNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : ` ${textOf(node.children)} `)).join('')

/** Letters and digits around it make another word of it. */
function hasWord(text: string, word: string): boolean {
  const [inText, wanted] = [text, word].map((one) => one.normalize('NFKC').toLowerCase())
  const around = String.raw`[\p{L}\p{N}]`
  const escaped = (wanted ?? '').replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`)
  return new RegExp(`(?<!${around})${escaped}(?!${around})`, 'u').test(inText ?? '')
}
