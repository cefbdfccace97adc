/** A setting that cannot be used. Each line of the message is a sentence that names the variable and repeats no secret. */
export class ConfigError extends Error {
  readonly expected = true

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfigError'
  }
}
