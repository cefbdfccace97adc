import { parseUrl } from '../../contract/parse-url'
import { isIP } from 'node:net'
import { ApiError } from './errors'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for a place between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? character)
}

/** Ends of lines, as a reader sees them. */
const LINE_ENDS: ReadonlySet<string> = new Set(['br', 'p', 'li', 'pre', 'blockquote'])

/**
 * The words of sanitized HTML, without building a tree: it takes as long as the text is long, however it is nested.
 * The result is text; escape it before it becomes HTML again.
 */
export async function textOfHtml(html: string): Promise<string> {
  const { Tokenizer } = await import('parse5')
  const parts: string[] = []
  const addText = ({ chars }: { chars: string }): void => void parts.push(chars)
  const endLine = ({ tagName }: { tagName: string }): void => {
    if (LINE_ENDS.has(tagName)) parts.push('\n')
  }
  const ignore = (): void => {}
  const tokenizer = new Tokenizer(
    {},
    {
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter: ignore,
      onStartTag: (tag) => (tag.tagName === 'br' ? endLine(tag) : undefined),
      onEndTag: endLine,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
    },
  )
  tokenizer.write(html, true)
  return parts.join('').trim()
}

/** An origin as a header or an address names it, normalised; null when it is absent, `null`, of another scheme, or more than an origin. */
export function httpOrigin(named: string | undefined): string | null {
  const url = named === undefined ? null : parseUrl(named)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  return `${url.origin}/` === url.href ? url.origin : null
}

/** Whether a host name or address can only be reached from this machine. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/gu, '')
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  )
}

/**
 * A text file's bytes as text, without the mark that spreadsheets put before it.
 * @throws ApiError `invalid-import-file` for another encoding: reading it would change letters without a word
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('invalid-import-file', { message: 'This file is not UTF-8. Please save it as UTF-8.' })
  }
}
