import { ConfigError } from './config-error'
import type { Read } from './settings-reader'

/** Reads on after a value that cannot be used, so that all of them are told at once. */
export interface ProblemCollector {
  /**
   * @param from reads a part of the settings; must not throw where nothing is set
   * @returns what it read; where it threw, what it reads of an empty environment
   */
  attempt: <T>(from: (read: Read) => T) => T
  complain: (line: string) => void
  /** @throws {ConfigError} one line for each problem, when there is any */
  finish: () => void
}

export function collectProblems(read: Read): ProblemCollector {
  const problems: string[] = []
  return {
    attempt(from) {
      try {
        return from(read)
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        problems.push(error.message)
        return from(() => undefined)
      }
    },
    complain: (line) => void problems.push(line),
    finish() {
      if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'))
    },
  }
}
