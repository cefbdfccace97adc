/**
 * One parser of what comes from outside. Whatever the bytes are, `run` must end soon, and must not throw but where a promise of the
 * parser is broken: errors that it documents are caught within.
 */
export interface FuzzTarget {
  /** As it is named on the command line. */
  name: string
  /** Where what it reads comes from. */
  from: string
  /** What mutations begin with: inputs that the parser takes, and some that it only just does not. */
  seeds: readonly (string | Uint8Array)[]
  run(bytes: Uint8Array): void | Promise<void>
  /** How many inputs make up a quick run; fewer for what is slow. 400 where nothing is said. */
  quickRuns?: number
}

const decoder = new TextDecoder()

/** As servers and browsers read texts: what is no UTF-8 becomes U+FFFD. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)

/** What JSON says; undefined where the bytes are none. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes))
  } catch {
    return undefined
  }
}

/**
 * Runs the parser, which may refuse by the errors that it documents.
 * @returns undefined where it refused
 */
export function allowing<T>(errors: readonly (new (...args: never[]) => Error)[], read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (errors.some((one) => error instanceof one)) return undefined
    throw error
  }
}

/** The same for parsers that take their time. */
export async function allowingLater<T>(
  errors: readonly (new (...args: never[]) => Error)[],
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (errors.some((one) => error instanceof one)) return undefined
    throw error
  }
}
