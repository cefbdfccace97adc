import { describe, expect, it } from 'vitest'
import type { PlanConnection } from '../../../contract/entities'
import { hasGroupAccess } from '../../../widget/gating/visible-content'
import { aMember } from '../../support/a-member'

const forMembers = { allowAllMembers: true, plans: [] }
const forPro = { allowAllMembers: false, plans: [{ id: 'pln_pro' }, { id: 'pln_team' }] }
const connection = (planId: string, active: boolean): PlanConnection => ({
  id: 'con_1',
  active,
  status: active ? 'ACTIVE' : 'REQUIRES_PAYMENT',
  planId,
  planName: 'Pro',
  type: 'SUBSCRIPTION',
  payment: null,
})

describe('access to a content group', () => {
  it('comes with the plan of a joined team, while that is active', () => {
    const inTeam = (active: boolean) =>
      aMember({
        teams: { ownedTeams: [], joinedTeams: [{ teamId: 't', planName: 'Team', planId: 'pln_team', active }] },
      })
    expect([hasGroupAccess(forPro, inTeam(true)), hasGroupAccess(forPro, inTeam(false))]).toEqual([true, false])
  })

  it('is never a visitor’s', () => {
    expect(hasGroupAccess(forMembers, null)).toBe(false)
    expect(hasGroupAccess(forPro, null)).toBe(false)
  })

  it('is every member’s where the group says so', () => {
    expect(hasGroupAccess(forMembers, aMember())).toBe(true)
  })

  it('comes with any one of its plans, while that is active', () => {
    const withPlan = (planId: string, active = true) => aMember({ planConnections: [connection(planId, active)] })
    expect(hasGroupAccess(forPro, aMember())).toBe(false)
    expect(hasGroupAccess(forPro, withPlan('pln_free'))).toBe(false)
    expect(hasGroupAccess(forPro, withPlan('pln_team'))).toBe(true)
    expect(hasGroupAccess(forPro, withPlan('pln_pro', false))).toBe(false)
  })
})
