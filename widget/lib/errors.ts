import { unknownError } from '../../contract/browser-errors'
import { isRecord } from './values'

/** What an action returns; undefined if it throws, for example because the browser blocks storage. */
export function tryOrUndefined<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** The sentence for people in whatever was thrown. A TypeError is the browser's own and says nothing to them. */
export function errorText(error: unknown): string {
  const text = isRecord(error) && !(error instanceof TypeError) ? error['message'] : error
  return typeof text === 'string' && text ? text : unknownError.message
}

/**
 * Tells the author of the page, in the browser's console, what is wrong. Never pass tokens or passwords.
 * @param level `error` when something does not work, `warn` when it works other than the markup says
 * @param message a sentence
 * @param details what it is about: an element, an error
 */
export function reportProblem(level: 'error' | 'warn', message: string, ...details: unknown[]): void {
  // The console is the only channel to the author of somebody else's page.
  // oxlint-disable-next-line no-console
  console[level](`[membership] ${message}`, ...details)
}
