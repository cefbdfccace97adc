/** Longer texts are rejected unread: a TrustTag has some thousand characters, a status list some ten thousand. */
const TEXT_MAX_CHARS = 1_000_000
/** A TrustTag has six levels. */
const DEPTH_MAX = 32

/** Strings and structural characters. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gu

/**
 * Parses JSON that all parsers read the same way. An object with a duplicate key is rejected: parsers differ in which
 * value they use, so a reader could see something that was not signed.
 * @returns null if it is not JSON, too long or too deep
 */
export function parseJson(text: string): unknown {
  const { shape, value } = readJson(text)
  return shape === 'plain' ? value : null
}

/**
 * Also what `parseJson` rejects.
 * @returns `repeated`: an object has a key twice, and `value` has the last one. Null without JSON
 */
export function readJson(text: string): { shape: 'plain' | 'repeated' | 'none'; value: unknown } {
  if (text.length > TEXT_MAX_CHARS) return NONE
  try {
    const value: unknown = JSON.parse(text)
    const shape = shapeOf(text)
    return shape === 'none' ? NONE : { shape, value }
  } catch {
    return NONE
  }
}

const NONE = { shape: 'none', value: null } as const

/** @param json valid JSON */
function shapeOf(json: string): 'plain' | 'repeated' | 'none' {
  const open: Set<string>[] = []
  let [last, isRepeated] = ['', false]
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') last = token
    else if (!addKey(open.at(-1), last)) isRepeated = true
    if (open.length > DEPTH_MAX) return 'none'
  }
  return isRepeated ? 'repeated' : 'plain'
}

/** False for a duplicate. @param quoted as written: one key can be written in several ways */
function addKey(keys: Set<string> | undefined, quoted: string): boolean {
  const key = String(JSON.parse(quoted))
  if (keys?.has(key) === true) return false
  keys?.add(key)
  return true
}
