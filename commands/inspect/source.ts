/** A page to be inspected, as its author wrote it. */
export interface Source {
  /** As it was named on the command line, or found below a folder named there. */
  name: string
  text: string
  /** Of its address; null for a file. */
  path: string | null
}

/** Why something cannot be inspected, in words that follow its name: `does not exist`. */
export class UnreadableError extends Error {}

export const SOURCE_MAX_MEGABYTES = 20
export const SOURCE_MAX_BYTES = SOURCE_MAX_MEGABYTES * 1024 * 1024
export const tooLarge = (): UnreadableError => new UnreadableError(`is larger than ${SOURCE_MAX_MEGABYTES} MB`)
