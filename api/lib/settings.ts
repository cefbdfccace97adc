/** How a value is written; the feature that reads a `text` checks its format. */
export type SettingShape =
  | { is: 'integer'; from: number; to: number }
  | { is: 'choice'; of: readonly string[] }
  /** `http://…` or `https://…` without a path. */
  | { is: 'origin' }
  | { is: 'text'; like: string }

export const ON_OFF = ['on', 'off'] as const

export interface Setting {
  /** `<PROVIDER>` means each built-in provider, `<KEY>` for one named in OIDC_PROVIDERS. */
  name: string
  meaning: string
  shape: SettingShape
  /** Without the setting: a value as it would be written, or what happens (`none`). */
  default: { value: string } | { none: string }
  /** Whether the variable with the suffix `_FILE` may name a file with the value. */
  isSecret: boolean
  example: string
}

export interface SettingGroup {
  title: string
  about: string
  settings: readonly Setting[]
}

export type Environment = Readonly<Record<string, string | undefined>>

export type Read = (name: string) => string | undefined

/** An invalid setting. Each line of the message is a sentence that names the variable and contains no secret. */
export class ConfigError extends Error {
  readonly expected = true

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfigError'
  }
}
