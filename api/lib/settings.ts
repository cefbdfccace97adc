/** How a value is written. What a `text` must look like in detail is checked by the feature that reads it. */
export type SettingShape =
  | { is: 'integer'; from: number; to: number }
  | { is: 'choice'; of: readonly string[] }
  /** `http://…` or `https://…` without a path. */
  | { is: 'origin' }
  | { is: 'text'; like: string }

export const ON_OFF = ['on', 'off'] as const

/** One variable of the environment, for the reader and for the reference. */
export interface Setting {
  /** `<PROVIDER>` stands for each provider that comes with the product, `<KEY>` for one that OIDC_PROVIDERS names. */
  name: string
  /** A sentence. */
  meaning: string
  shape: SettingShape
  /** Used when the setting is absent: a value as it would be written, or `none`. */
  default: { value: string } | { none: string }
  /** Whether it may come from a file instead, which the variable with `_FILE` at its end names. */
  isSecret: boolean
  example: string
}

export interface SettingGroup {
  title: string
  /** What is true of the whole group, in Markdown. */
  about: string
  settings: readonly Setting[]
}

export type Environment = Readonly<Record<string, string | undefined>>

/** A setting's value, undefined when it is not set. */
export type Read = (name: string) => string | undefined

/** A setting that cannot be used. Each line of the message is a sentence that names the variable and repeats no secret. */
export class ConfigError extends Error {
  readonly expected = true

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfigError'
  }
}
