import { expect, test } from 'vitest'
import type { AppDefinition, PlanDefinition } from '../../../../api/features/apps/definition'
import { findRedirect } from '../../../../api/features/plans/repository'
import type { PlanConnectionRow, MemberPlans } from '../../../../api/features/plans/repository'

const plan = (id: string, priority: number | undefined, afterLogin?: string): PlanDefinition => ({
  id,
  name: id,
  description: undefined,
  priority,
  active: true,
  restrictedToAdmin: false,
  redirects: afterLogin ? { afterLogin } : {},
  prices: [],
})

const connection = (planId: string, status: PlanConnectionRow['status'] = 'ACTIVE'): PlanConnectionRow => ({
  id: planId,
  memberId: 'mem_1',
  planId,
  priceId: null,
  status,
  createdAt: 0,
  purchase: null,
})

const having = (...connections: PlanConnectionRow[]): MemberPlans => ({ connections, teams: [] })

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only plans and redirects matter here
const app = {
  redirects: { afterLogin: '/app' },
  plans: [plan('none', undefined, '/none'), plan('low', 1, '/low'), plan('high', 2, '/high'), plan('silent', 9)],
} as unknown as AppDefinition

test.for([
  [[], '/app'],
  [['silent'], '/app'],
  [['low', 'high'], '/high'],
  [['none', 'low'], '/low'],
  [['silent', 'none'], '/none'],
] as const)('with the plans %j a login redirects to %s', ([plans, redirect]) => {
  expect(findRedirect(app, 'afterLogin', null, having(...plans.map((id) => connection(id))))).toBe(redirect)
})

test('ignores an inactive plan', () => {
  expect(findRedirect(app, 'afterLogin', null, having(connection('high', 'REQUIRES_PAYMENT')))).toBe('/app')
  expect(findRedirect(app, 'afterLogin', null, having(connection('high', 'TRIALING')))).toBe('/high')
})

test('prefers the member’s own page', () => {
  expect(findRedirect(app, 'afterLogin', { loginRedirect: '/mine' }, having(connection('high')))).toBe('/mine')
})
