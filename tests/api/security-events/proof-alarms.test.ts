import { expect, it, onTestFinished } from 'vitest'
import { statusFilePath } from '../../../contract/proof-paths'
import { runSql } from '../../support/run-sql'
import { startWithHolders } from '../../support/tag-holders'
import { waitUntil } from '../../support/wait-until'

it.each([
  ['tag-record-differs', "update tags set holder_name = 'Mallory'"],
  ['status-list-damaged', 'delete from revocations'],
])('%s is logged once, however often and in however many processes it occurs', async (event, statement) => {
  const api = await startWithHolders()
  onTestFinished(() => api.close())
  const holder = await api.join()
  const { trustTagId } = await api.earn(holder, 'Cook')
  await api.revoke((await api.earn(holder, 'Mason')).trustTagId)
  runSql(api.folder, statement)
  const written = () => api.securityLines.map((line): unknown => JSON.parse(line)).filter((line) => isOf(line, event))
  const ask = () =>
    Promise.all([
      api.call('verifyTag', { tagId: trustTagId }),
      api.request(statusFilePath('test', 1)).then((answer) => answer.text()),
    ])
  await Promise.all([ask(), ask()])
  await waitUntil('it is written', () => written().length > 0)
  await ask()
  const subject = event === 'tag-record-differs' ? trustTagId : 'test status list 1'
  expect(written()).toEqual([expect.objectContaining({ event, subject, kind: 'security', outcome: 'failure' })])
  expect(api.logLines.filter((line) => line.includes('contradicts signed records'))).toHaveLength(1)
})

it('log-origin-differs is logged, and the owner gets one email', async () => {
  const api = await startWithHolders()
  onTestFinished(() => api.close())
  const origin = 'localhost:4999/trusttag/test-log'
  for (let round = 0; round < 2; round += 1)
    api.services.proofAlarm({ kind: 'log-origin-differs', mode: 'test', origin })
  const written = () => api.securityLines.filter((line) => line.includes('log-origin-differs'))
  await waitUntil('it is written', () => written().length > 0)
  expect(written()).toHaveLength(1)
  const mail = await api.mailTo('owner@trusttag.example')
  expect(mail?.subject).toContain(origin)
  expect(mail?.text).toContain('PUBLIC_ISSUER_URL')
})

const isOf = (line: unknown, event: string): boolean =>
  typeof line === 'object' && line !== null && 'event' in line && line.event === event
