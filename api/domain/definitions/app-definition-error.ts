/** An app definition that cannot be used: a line for each problem, which names the file and, where there is one, the field. */
export class AppDefinitionError extends Error {
  /** @param problems at least one, each without the file */
  constructor(file: string, problems: readonly string[]) {
    // Some quote the file, line breaks and all.
    super(problems.map((problem) => `${file}: ${problem.replace(/\s+/gu, ' ')}`).join('\n'))
    this.name = 'AppDefinitionError'
  }
}

/** A problem of a definition: a public key names one app. */
export const KEYS_TAKEN = 'keys: another app already uses one of these public keys'
