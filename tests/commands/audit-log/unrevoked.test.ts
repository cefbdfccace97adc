import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { encodeBits } from '../../../api/features/credentials/status-list'
import type { ServedLog } from '../../support/serve-log'
import { tempFolder } from '../../support/temp-folder'
import { auditedLog } from './audited-log'
import { runAudit } from './run-audit'

const { audit, log: servedLog } = auditedLog()
let log: ServedLog

/** Two TrustTags are issued and revoked one by one. */
beforeEach(async () => {
  log = servedLog()
  await log.append(1, 2)
  await log.logList([])
  await log.append(-1)
  await log.logList([], [7])
  await log.append(-2)
  await log.logList([], [7], [70_000])
})

const isUnrevoked = (text: string) => ({ code: 1, output: expect.stringContaining(`UNREVOKED  ${text}`) })

describe('revocations', () => {
  it('are final if every version keeps the previous bits', async () => {
    const { code, output } = await audit()
    expect(output).toContain('1 list, set bits equal revocations')
    expect(code).toBe(0)
  })

  it('are final in a copy of the log, too', async () => {
    const folder = join(tempFolder(), 'copy')
    expect((await audit('--save', folder)).code).toBe(0)
    expect((await runAudit(['--from', folder])).code).toBe(0)
  })

  it('are final with a repeated version, and while a newer one is served', async () => {
    await log.logList([], [7], [70_000])
    const checkpoint = await log.checkpoint()
    await log.append(-3)
    await log.logList([], [7], [70_000], [9])
    log.tamper((path) => (path === 'checkpoint' ? new Response(checkpoint) : null))
    expect((await audit()).output).toContain('All is well')
  })
})

describe('UNREVOKED', () => {
  it('is reported for a version without a bit', async () => {
    await log.append(-3)
    await log.logList([], [7], [], [9])
    expect(await audit()).toMatchObject(isUnrevoked('Version 3 of status list 1 does not match status/1.changes'))
  })

  it('is reported for cleared or missing changes', async () => {
    log.statusFiles.set('1.changes', '')
    expect(await audit()).toMatchObject(isUnrevoked('Version 2 of status list 1 does not match'))
    log.statusFiles.delete('1.changes')
    expect(await audit()).toMatchObject(isUnrevoked('status/1.changes is missing'))
  })

  it.each(['1 7\n1 7\n', '2 7\n1 9\n', '2 131072\n', '0 7\n', 'x\n'])(
    'is reported for malformed changes: %j',
    async (text) => {
      log.statusFiles.set('1.changes', text)
      expect(await audit()).toMatchObject(isUnrevoked('status/1.changes is malformed'))
    },
  )

  it.each([
    ['an older version', { statusListCredential: { credentialSubject: { encodedList: encodeBits([7]) } } }],
    ['a list without bits', { statusListCredential: { credentialSubject: { encodedList: encodeBits([]) } } }],
    ['no bits', { statusListCredential: { credentialSubject: {} } }],
  ])('is reported if %s is served', async (_, served) => {
    log.statusFiles.set('1.json', JSON.stringify(served))
    expect(await audit()).toMatchObject(isUnrevoked('status/1.json is not the newest version'))
  })

  it('is reported if no list is served', async () => {
    log.statusFiles.delete('1.json')
    expect(await audit()).toMatchObject(isUnrevoked('status/1.json is missing'))
  })

  it('is reported for an entry without a bit, and a bit without an entry', async () => {
    await log.append(-3)
    expect(await audit()).toMatchObject(
      isUnrevoked('The log revokes 3 TrustTags, but its status lists have 2 set bits.'),
    )
    await log.logList([], [7], [70_000], [9, 10])
    expect(await audit()).toMatchObject(
      isUnrevoked('The log revokes 3 TrustTags, but its status lists have 4 set bits.'),
    )
  })

  it('is reported for a version that returns after a later one', async () => {
    await log.logList([], [7])
    expect(await audit()).toMatchObject(isUnrevoked('Entry 7 has version 2 of status list 1 after version 3.'))
  })

  it('is reported for revocations without any list', async () => {
    await log.replace(1, -1)
    expect(await audit()).toMatchObject(
      isUnrevoked('The log revokes 1 TrustTags, but its status lists have 0 set bits.'),
    )
  })
})
