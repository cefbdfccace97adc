/**
 * One parser of outside input. For any bytes, `run` must end soon, and must throw only if a promise of the parser is
 * broken: it catches the errors that the parser documents.
 */
export interface FuzzTarget {
  /** Its name on the command line. */
  name: string
  /** Source of its input. */
  from: string
  /** Seeds of the mutations: valid inputs, and some that are just invalid. */
  seeds: readonly (string | Uint8Array)[]
  run(bytes: Uint8Array): void | Promise<void>
  /** Number of inputs in a quick run; lower for slow parsers. Default: 400. */
  quickRuns?: number
}

const decoder = new TextDecoder()

/** Decodes as servers and browsers do: invalid UTF-8 becomes U+FFFD. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)

/** The parsed JSON; undefined for invalid JSON. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes))
  } catch {
    return undefined
  }
}

/**
 * Runs the parser, and catches the errors that it documents.
 * @returns undefined after such an error
 */
export function allowing<T>(errors: readonly (new (...args: never[]) => Error)[], read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (errors.some((one) => error instanceof one)) return undefined
    throw error
  }
}

/** The same for asynchronous parsers. */
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
