/**
 * What a definition says under keys that nobody reads: a slip of the pen would else be dropped without a word.
 * @param given as it was parsed @param read what the schema made of it
 * @returns the place of each, `plans.0.activ` for example
 */
export function unknownKeys(given: unknown, read: unknown, place = ''): string[] {
  if (!isObject(given) || !isObject(read)) return []
  const known = new Map(Object.entries(read))
  return Object.entries(given).flatMap(([key, value]) => {
    const here = place === '' ? key : `${place}.${key}`
    return known.has(key) ? unknownKeys(value, known.get(key), here) : [here]
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
