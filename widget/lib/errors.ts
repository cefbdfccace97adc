import { unknownError } from '../../contract/browser-errors'
import { isLoopback } from './browser'
import { isRecord } from './values'

/** The result of an action; undefined if it throws, for example because the browser blocks storage. */
export function tryOrUndefined<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** The value of a JSON text; undefined if there is no text, or it is not JSON. */
export const parseJson = (text: string | null | undefined): unknown =>
  // Usually nothing is stored, and throwing an error costs milliseconds at page load.
  text ? tryOrUndefined((): unknown => JSON.parse(text)) : undefined

/** The code of a membership error; '' for anything else. */
export const codeOf = (error: unknown): string => (isRecord(error) ? String(error['code']) : '')

/** Mistakes in the install tag. Only the page's author can fix them. */
const SETUP = /^(app-not-found|invalid-public-key)$/

/** The message to show for anything thrown. A TypeError comes from the browser and helps no one. */
export function errorText(error: unknown): string {
  if (SETUP.test(codeOf(error)) && !isLoopback(location.hostname)) return unknownError.message
  const text = isRecord(error) && !(error instanceof TypeError) ? error['message'] : error
  return typeof text === 'string' && text ? text : unknownError.message
}

/**
 * Reports a problem to the page's author, in the console. Never pass tokens or passwords.
 * @param level `error` if something does not work, `warn` if it works differently from the markup
 * @param message a sentence
 * @param details context, such as an element or an error
 */
export function reportProblem(level: 'error' | 'warn', message: string, ...details: unknown[]): void {
  // The console is the only channel to the author of a customer's page.
  // oxlint-disable-next-line no-console
  console[level](`[membership] ${message}`, ...details)
}
