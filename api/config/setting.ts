export const ON_OFF = ['on', 'off'] as const

/** How a value is written. What a `text` must look like in detail is checked by whoever reads it. */
export type SettingShape =
  | { is: 'integer'; from: number; to: number }
  | { is: 'choice'; of: readonly string[] }
  /** `http://…` or `https://…` without a path. */
  | { is: 'origin' }
  | { is: 'text'; like: string }

/** One variable of the environment, for the reader and for the reference. */
export interface Setting {
  /** `<PROVIDER>` stands for each provider that comes with the product, `<KEY>` for one that OIDC_PROVIDERS names. */
  name: string
  /** A sentence. */
  meaning: string
  shape: SettingShape
  /** What counts when it is absent: a value as it would be written, or `none`. */
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
