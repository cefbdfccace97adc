import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'gated-page-without-redirect',
  severity: 'warning',
  attribute: 'data-ms-content',
  title: 'Gated page without a redirect',
  own: true,

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
