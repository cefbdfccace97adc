/** IDs of TrustTags as people type, paste and scan them. */

export interface TypedTagId {
  /** Upper case; empty without an ID. */
  id: string
  /** Host of a pasted link; null without one. */
  host: string | null
}

/** In a link, the ID is a path segment or the parameter `id`. */
const IN_LINK = /\/verify\/([^/?#\s]+)|[?&]id=([^&#\s]+)/iu

/** Word processors replace the hyphen by these. */
const HYPHENS = /[\u00AD\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/gu
/** Also invisible characters, which copying adds. */
const BLANKS = /[\s\u200B-\u200D\u2060\uFEFF]/gu

/** An ID without its hyphens: `TT`, `TEST` in Test Mode, the skill's code, year and number. */
const PARTS = /^TT(TEST)?([A-Z]{2}\d{6,})$/u

/**
 * Accepts an ID with other hyphens, spaces or none at all, or a link to a check.
 * @returns an ID of the usual form in its usual spelling; other texts in upper case, without blanks around them
 */
export function readTagId(text: string): TypedTagId {
  const link = linkIn(text)
  const typed = (link ? decode(link.part) : text).replaceAll(HYPHENS, '-').toUpperCase()
  const [, test, rest] = PARTS.exec(typed.replaceAll(BLANKS, '').replaceAll('-', '')) ?? []
  const id = rest === undefined ? typed.trim() : `TT-${test === undefined ? '' : 'TEST-'}${rest}`
  return { id, host: link?.host ?? null }
}

function linkIn(text: string): { part: string; host: string | null } | null {
  const [, inPath, inQuery] = IN_LINK.exec(text) ?? []
  const part = inPath ?? inQuery
  return part === undefined ? null : { part, host: hostOf(text.trim()) }
}

/** With its port. Links are also pasted without `https://`. */
function hostOf(link: string): string | null {
  const [, host = ''] = /^(?:https?:\/\/)?([^/?#\s]+)/iu.exec(link) ?? []
  const bare = host.slice(host.lastIndexOf('@') + 1).toLowerCase()
  return /^(?:[\w.-]+\.[\w-]+|localhost|\[[\da-f:]+\])(?::\d{1,5})?$/iu.test(bare) ? bare : null
}

/** A broken escape is looked up as is, and not found. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
