/** Values of one `in (…)`: few enough for the parameters of a statement in both engines. */
const CHUNK = 500

/** A list in parts of at most 500, for statements that name each value. */
export function* inChunks<T>(values: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < values.length; from += CHUNK) yield values.slice(from, from + CHUNK)
}
