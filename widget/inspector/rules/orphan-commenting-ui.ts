import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'orphan-commenting-ui',
  severity: 'error',
  attribute: 'data-ms-channel',
  title: 'Post or thread outside of a channel',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
