type Level = 'error' | 'warn'
type Expectation = { level: Level; pattern: RegExp; seen: boolean }

/** `startConsoleWatch` are lines for a failing test, `problems()` forgets the last test. */
export type ConsoleWatch = {
  reset(): void
  problems(): string[]
  expect(level: Level, pattern: RegExp): void
}

let current: ConsoleWatch | null = null

const text = (part: unknown): string =>
  part instanceof Error ? (part.stack ?? part.message) : typeof part === 'string' ? part : (JSON.stringify(part) ?? '')

/**
 * Replaces `error` and `warn` of a console so that unexpected messages fail the test: a widget that warns on a
 * healthy page is broken even when its assertions pass.
 */
export function startConsoleWatch(target: Pick<Console, Level>): ConsoleWatch {
  let expectations: Expectation[] = []
  let unexpected: string[] = []
  const record =
    (level: Level) =>
    (...parts: unknown[]) => {
      const line = parts.map(text).join(' ')
      const match = expectations.find((one) => one.level === level && one.pattern.test(line))
      if (match) match.seen = true
      else unexpected.push(`console.${level}: ${line}`)
    }
  target.error = record('error')
  target.warn = record('warn')
  const missing = () =>
    expectations.filter((one) => !one.seen).map((one) => `console.${one.level} matching ${one.pattern} never came`)
  current = {
    reset: () => {
      expectations = []
      unexpected = []
    },
    problems: () => [...unexpected, ...missing()],
    expect: (level, pattern) => void expectations.push({ level, pattern, seen: false }),
  }
  return current
}

/**
 * Allows, and demands, a console message in the test that calls it. Call it before the code that writes.
 * @param level 'error' or 'warn'
 * @param pattern what the joined message must match; a message that never comes fails the test
 */
export function expectConsole(level: Level, pattern: RegExp): void {
  if (!current) throw new Error('expectConsole needs the setup file tests/setup/fail-on-console.ts')
  current.expect(level, pattern)
}
