import { DEFAULT_PRIMARY_BUTTON_COLOR } from '../../../contract/limits'

/** A colour in the light and in the dark scheme. */
export type SchemePair = readonly [light: string, dark: string]

/** The colours that everything in a modal is drawn with, before an app's branding. Text reaches 4.5:1, borders 3:1. */
export const palette = {
  surface: ['#ffffff', '#1a1b1f'],
  title: ['#101217', '#f5f6f8'],
  text: ['#1d2026', '#e9eaee'],
  muted: ['#5b626e', '#a6acb8'],
  border: ['#868d99', '#767d8a'],
  danger: ['#b3142b', '#ff9aa5'],
  'on-danger': ['#b3142b', '#ff9aa5'],
  'danger-surface': ['#fdeef0', '#3a1a20'],
  success: ['#11713f', '#63d696'],
  primary: [DEFAULT_PRIMARY_BUTTON_COLOR, DEFAULT_PRIMARY_BUTTON_COLOR],
  'on-primary': ['#ffffff', '#ffffff'],
  /** See-through. */
  secondary: ['#00000000', '#00000000'],
  'on-secondary': ['#1d2026', '#e9eaee'],
  shadow: ['#0a0c10', '#000000'],
  /** Focus rings, links and what is chosen: the primary colour where it can be told from the surface. */
  accent: [DEFAULT_PRIMARY_BUTTON_COLOR, '#7ea1ff'],
} as const satisfies Record<string, SchemePair>

export type PaletteName = keyof typeof palette
export type Palette = Readonly<Record<PaletteName, SchemePair>>
