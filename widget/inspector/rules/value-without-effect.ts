import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'value-without-effect',
  severity: 'warning',
  attribute: 'data-ms-…',
  title: 'Value that does nothing',
  own: true,

  *check() {},
} as const satisfies Rule

export const help: RuleHelp = { description: '', helpItems: [] }
