/** Longer texts are refused unread: a TrustTag has some thousand characters, a status list some ten thousand. */
const TEXT_MAX_CHARS = 1_000_000
/** A TrustTag has six levels. */
const DEPTH_MAX = 32

/** Strings, and what parts them. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gu

/**
 * Reads JSON that everybody reads alike. A key that stands twice in one object is refused: some readers take the first, some
 * the last, so that one of them would be shown what nobody signed.
 * @returns parsed JSON; null for everything else, and for what is too long or too deep
 */
export function parseJson(text: string): unknown {
  if (text.length > TEXT_MAX_CHARS) return null
  try {
    const parsed: unknown = JSON.parse(text)
    return isPlain(text) ? parsed : null
  } catch {
    return null
  }
}

/** @param json valid JSON */
function isPlain(json: string): boolean {
  const open: Set<string>[] = []
  let last = ''
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') last = token
    else if (!addKey(open.at(-1), last)) return false
    if (open.length > DEPTH_MAX) return false
  }
  return true
}

/** False where it stands there already. @param quoted as it was written: one key can be written in several ways */
function addKey(keys: Set<string> | undefined, quoted: string): boolean {
  const key = String(JSON.parse(quoted))
  if (keys?.has(key) === true) return false
  keys?.add(key)
  return true
}
