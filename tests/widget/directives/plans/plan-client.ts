import type { App, Member } from '../../../../contract/entities'
import type { ScreenName } from '../../../../widget/public'
import { $member, setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { anApp } from '../../../support/an-app'
import { fakeClient } from '../../../support/fake-client'
import { aFreePlan } from '../../../support/a-plan-connection'

export const CHECKOUT = { data: { url: 'https://pay.example/c' } }
const app: App = anApp({})

/** A server that allows joining, leaving and buying; the page's member follows. Tests override what they need. */
export function planClient() {
  const fake = fakeClient()
  const now = (): Member => $member.get() ?? aMember()
  const changed = async (planConnections: Member['planConnections']) => {
    const member = { ...now(), planConnections }
    setMember(member)
    return { data: { member, redirect: null, app } }
  }
  fake.addPlan.mockImplementation(({ planId }) => changed([...now().planConnections, aFreePlan({ planId })]))
  fake.removePlan.mockImplementation(({ planId }) =>
    changed(now().planConnections.filter((connection) => connection.planId !== planId)),
  )
  fake.purchasePlansWithCheckout.mockResolvedValue(CHECKOUT)
  fake.updatePrice.mockResolvedValue({ data: { member: now(), url: null, redirect: null } })
  fake.joinTeam.mockResolvedValue({ data: { teamId: 'team_1' } })
  const opened: [name: ScreenName | 'INSPECTOR', params: unknown][] = []
  const { openModal } = fake
  fake.openModal = async (name, params) => {
    opened.push([name, params])
    return openModal(name, params)
  }
  return Object.assign(fake, { opened })
}

export const refusal = (code: string, message = code, statusCode = 409) =>
  Object.assign(new Error(message), { code, statusCode })
