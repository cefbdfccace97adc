/** A unique mark of letters and digits only, so that no encoding changes it. */
export const markOf = (owner: string, field: string): string =>
  `zq${owner}0${field.replaceAll(/\W/gu, '')}0zq`.toLowerCase()

/** A private value: reading it by anyone but its owner is a leak. */
export interface Canary {
  owner: string
  field: string
  text: string
}

export interface Canaries {
  all: readonly Canary[]
  add: (owner: string, field: string, text: string | null | undefined) => void
  /** Creates and registers a mark. */
  mark: (owner: string, field: string) => string
  /** Marks in a text that its reader may not see, as `owner field`. */
  leaks: (text: string, mayRead: (canary: Canary) => boolean) => string[]
}

/** Shorter texts could occur by chance. */
const CANARY_MIN_CHARS = 8

export function createCanaries(): Canaries {
  const all: Canary[] = []
  function add(owner: string, field: string, text: string | null | undefined): void {
    if (!text || text.length < CANARY_MIN_CHARS) throw new Error(`The ${field} of ${owner} is no canary: ${text}`)
    all.push({ owner, field, text })
  }
  return {
    all,
    add,
    mark(owner, field) {
      const text = markOf(owner, field)
      add(owner, field, text)
      return text
    },
    leaks: (text, mayRead) =>
      all
        .filter((canary) => text.includes(canary.text) && !mayRead(canary))
        .map(({ owner, field }) => `${owner}: ${field}`),
  }
}

/** Windows of random text: so many characters do not occur by chance. */
const PART_CHARS = 7
/** Screens show the last four characters of a secret. */
const SHOWN_CHARS = 4

/**
 * Finds a secret in a text: whole, any seven characters of it, one more of its end than is shown, in base64 or in hexadecimal. Prefixes
 * such as `sk_test_` are no secret.
 */
export function tracesOf(secret: string): (text: string) => string | undefined {
  const core = secret.replace(/^[a-z]+_(?:(?:test|live|sb)_)?/u, '')
  if (core.length < CANARY_MIN_CHARS) throw new Error(`${secret} is no canary.`)
  const parts = windowsOf(core, PART_CHARS)
  // The alignment decides how base64 writes the same bytes; the first and last characters also depend on what is beside them.
  const encoded = ['', 'x', 'xx'].flatMap((before) => {
    const text = Buffer.from(before + core)
      .toString('base64')
      .replaceAll('=', '')
      .slice(4, -2)
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')]
  })
  const hex = Buffer.from(core).toString('hex')
  const traces = [core.slice(-SHOWN_CHARS - 1), ...parts, ...encoded, hex, hex.toUpperCase()]
  return (text) => traces.find((trace) => text.includes(trace))
}

const windowsOf = (text: string, length: number): string[] =>
  Array.from({ length: text.length - length + 1 }, (_, start) => text.slice(start, start + length))
