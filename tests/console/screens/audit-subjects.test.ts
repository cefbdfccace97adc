import { expect, it } from 'vitest'
import { screenAt, screenRows } from '../../../console/app/screens'
import { screenOf } from '../../../console/screens/audit/subjects'
import { auditActionTexts } from '../../../console/texts/english/audit-actions'
import { definitionParts } from '../../../contract/admin/rights'

it.each([
  ['member.update', 'mem_1', 'members/mem_1'],
  ['member.delete', 'mem_1', null],
  ['members.export', 'app_demo', 'members'],
  ['job.undo', 'job_1', 'members/jobs'],
  ['content.publish', 'cnt_a b', 'gated-content/hosted/cnt_a%20b'],
  ['content.remove', 'cnt_1', 'gated-content'],
  ['definition.change', 'plans pln_pro', 'plans/pln_pro'],
  ['definition.change', 'fields first-name', 'profile'],
  ['definition.change', 'gates EQUALS /a b', 'gated-content'],
  ['definition.add', 'plans', 'plans'],
  ['definition.remove', 'groups pro-area', 'gated-content'],
  ['definition.restore', '12', null],
  ['staff.invite', 'inv_1', 'team'],
  ['console.login', 'mem_of_the_team', 'team'],
  ['credential.set', 'stripe', 'credentials'],
  ['app.go-live', 'app_demo', 'go-live'],
  ['webhook-endpoint.test', 'whe_1', null],
])('%s of %s is on %s', (act, subject, screen) => expect(screenOf({ act, subject })).toBe(screen))

it('leads to screens that exist', () => {
  const subjects = [
    ...Object.keys(auditActionTexts.get()).map((act) => ({ act, subject: 'x' })),
    ...definitionParts.map((part) => ({ act: 'definition.change', subject: `${part} x` })),
  ]
  const unknown = subjects.filter((subject) => {
    const path = screenOf(subject)
    return path !== null && screenAt(path, screenRows) === null
  })
  expect(unknown).toEqual([])
})
