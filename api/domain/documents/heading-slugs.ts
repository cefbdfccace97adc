/**
 * Names headings as GitHub does, so that one link works there and here: lower case, no punctuation, hyphens for spaces, and
 * a number behind what is there already.
 */
export function createHeadingSlugs(): (heading: string) => string {
  const taken = new Set<string>()
  return (heading) => {
    const slug = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    let free = slug
    for (let count = 1; taken.has(free); count += 1) free = `${slug}-${count}`
    taken.add(free)
    return free
  }
}
