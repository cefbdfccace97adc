/** A mark that nothing else contains, made of letters and digits alone so that no encoding changes it. */
export const markOf = (owner: string, field: string): string =>
  `zq${owner}0${field.replaceAll(/\W/gu, '')}0zq`.toLowerCase()

/** Something private: whoever reads it and is not its owner has been told too much. */
export interface Canary {
  owner: string
  field: string
  text: string
}

export interface Canaries {
  all: readonly Canary[]
  add: (owner: string, field: string, text: string | null | undefined) => void
  /** Makes a mark, notes it and answers it. */
  mark: (owner: string, field: string) => string
  /** What a text tells that is private to others; `field` of each, after its owner. */
  leaks: (text: string, mayRead: (canary: Canary) => boolean) => string[]
}

/** Texts shorter than this could stand in an answer by chance. */
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
