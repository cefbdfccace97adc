import { expect, test } from 'vitest'
import { findPlanRedirect } from '../../../../api/features/plans/repository'

test.for(['afterPurchase', 'afterCancel', 'afterReplace'] as const)(
  '%s: as the plan says, else as the app does, else null',
  (event) => {
    const app = { redirects: { [event]: '/app' } }
    expect(findPlanRedirect(app, event, { redirects: { [event]: '/plan' } })).toBe('/plan')
    expect(findPlanRedirect(app, event, { redirects: { afterLogin: '/login' } })).toBe('/app')
    expect(findPlanRedirect(app, event, undefined)).toBe('/app')
    expect(findPlanRedirect({ redirects: { afterLogin: '/login' } }, event, { redirects: {} })).toBeNull()
  },
)
