const prefix = '[membership]'

/**
 * Tells the page's builder, in the browser's console, what is wrong. Never pass tokens or passwords.
 * @param level `error` when something does not work, `warn` when it works other than the markup says
 * @param message a sentence
 * @param details what it is about: an element, an error
 */
export function reportProblem(level: 'error' | 'warn', message: string, ...details: unknown[]): void {
  // The console is the only place where the builder of somebody else's page can hear of it.
  // oxlint-disable-next-line no-console
  console[level](`${prefix} ${message}`, ...details)
}
