/** Why something is not done to a database: one line for whoever asked, without a secret. Nothing was changed. */
export class DatabaseRefusal extends Error {
  override readonly name: string = 'DatabaseRefusal'
  /** See `ConfigError`. */
  readonly expected = true
}
