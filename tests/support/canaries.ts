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
