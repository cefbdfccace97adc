import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'image-inside-comment-form',
  severity: 'error',
  attribute: 'data-ms-action="profile-image"',
  title: 'Profile image button inside a comment form',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
