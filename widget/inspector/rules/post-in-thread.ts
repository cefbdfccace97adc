import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'post-in-thread',
  severity: 'error',
  attribute: 'data-ms-post',
  title: 'Post inside a thread',

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
