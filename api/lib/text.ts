import { isIP } from 'node:net'
import { decodeBytes } from '../../contract/decode-text'
import { parseUrl } from '../../contract/parse-url'
import { ApiError } from './errors'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? character)
}

const LINE_ENDS: ReadonlySet<string> = new Set(['br', 'p', 'li', 'pre', 'blockquote'])

/** Plain text of sanitized HTML, in linear time at any nesting: it builds no tree. Escape the result before it becomes HTML. */
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

/** Normalizes an http(s) origin of a header or a URL; null when it is absent, `null`, another scheme, or more than an origin. */
export function httpOrigin(named: string | undefined): string | null {
  const url = named === undefined ? null : parseUrl(named)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  return `${url.origin}/` === url.href ? url.origin : null
}

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
 * Decodes UTF-8, and UTF-16 with its byte order mark, as spreadsheets write it.
 * @throws ApiError `invalid-import-file` for another encoding, which would silently change letters
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decodeBytes(bytes)
  if (text === null) throw new ApiError('invalid-import-file', { message: 'This file is not UTF-8. Save it as UTF-8.' })
  return text
}

/** The placeholders of a text: `'Hello {name}'` has `name`. */
export type Placeholder<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never

/** Fills in placeholders. An unknown one stays as it is: owners write texts, too. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{([a-z]+)\}/giu, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}

/**
 * As RFC 8265 (OpaqueString): keyboards type one letter in several ways, and one space as another. Its refusals are left out, because a
 * password that once was accepted must stay usable.
 */
export const normalizePassword = (password: string): string => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')

/** Providers that ignore dots in the local part. */
const WITHOUT_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/** Normalizes case, plus tags and ignored dots, to recognize a mailbox by any address. Never send to the result. */
export function mailboxOf(email: string): string {
  const typed = email.trim().toLowerCase()
  const at = typed.lastIndexOf('@')
  const domain = typed.slice(at + 1)
  const plain = typed.slice(0, at).replace(/(?<=.)\+.*$/u, '')
  const isDotless = WITHOUT_DOTS.has(domain)
  return isDotless ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

/**
 * The parts with a heading before the first one, which is read first: one that fails is an error, and not a file of a heading alone.
 * Without parts the heading alone.
 */
export async function* withHeading(heading: string, parts: AsyncIterable<string>): AsyncGenerator<string> {
  let before = heading
  for await (const part of parts) {
    yield before + part
    before = ''
  }
  if (before) yield before
}
