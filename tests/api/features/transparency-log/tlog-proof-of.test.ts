import { expect, it } from 'vitest'
import { appendEntry, tlogProofOf } from '../../../../api/features/transparency-log/tree'
import { fromHex } from '../../../../contract/bytes'
import { logEntry } from '../../../../contract/credential/log-entry'
import { verifyCheckpoint } from '../../../../contract/tlog/checkpoint'
import { verifyInclusion } from '../../../../contract/tlog/merkle'
import { parseTlogProof } from '../../../../contract/tlog/tlog-proof'
import { openTestServices } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'

const append = ({ store, issuer }: TestServices, count: number) =>
  store.transaction(async (tx) => {
    const leaves: string[] = []
    for (let number = 0; number < count; number += 1) {
      const entry = logEntry('issue', String(number).padStart(64, '0'))
      leaves.push((await appendEntry(tx, { issuer }, 'live', entry)).leafHash)
    }
    return leaves
  })

const keysOf = ({ issuer }: TestServices) => ({ logKeys: issuer.logKeys('live'), witnessKeys: [] })

it('proves each entry with the newest checkpoint while no witness has signed any', async () => {
  const services = await openTestServices()
  const leaves = await append(services, 9)
  for (const [logIndex, leaf] of leaves.entries()) {
    const { index, path, checkpoint } = parseTlogProof(await tlogProofOf(services.store, { mode: 'live', logIndex }))!
    const { size, root } = (await verifyCheckpoint(checkpoint, keysOf(services)))!
    expect([index, size]).toEqual([logIndex, 9])
    expect(verifyInclusion({ index, size, leafHash: fromHex(leaf)!, path }, root)).toBe(true)
  }
})

it('proves an entry with the first checkpoint that most witnesses signed, with their lines', async () => {
  const services = await openTestServices()
  await append(services, 3)
  const old = (await services.store.log.head('live'))!
  await append(services, 1)
  const cosign = (witness: string, size: number, checkpoint: string) =>
    services.store.log.addCosignature(checkpoint, {
      mode: 'live',
      size,
      witness,
      line: `— ${witness} AAAAAAAA\n`,
      time: 1,
    })
  await cosign('w.example/one', 3, old.checkpoint)
  const early = parseTlogProof(await tlogProofOf(services.store, { mode: 'live', logIndex: 0 }))!
  expect(early.checkpoint).toBe(`${old.checkpoint}— w.example/one AAAAAAAA\n`)
  // No checkpoint that a witness has seen contains the fourth entry.
  const late = parseTlogProof(await tlogProofOf(services.store, { mode: 'live', logIndex: 3 }))!
  const newest = (await services.store.log.head('live'))!
  expect(late.checkpoint).toBe(newest.checkpoint)
  await cosign('w.example/one', 4, newest.checkpoint)
  await cosign('w.example/two', 4, newest.checkpoint)
  const better = parseTlogProof(await tlogProofOf(services.store, { mode: 'live', logIndex: 0 }))!
  expect(better.checkpoint.startsWith(newest.checkpoint)).toBe(true)
  expect((await verifyCheckpoint(better.checkpoint, keysOf(services)))?.size).toBe(4)
})

it('refuses an entry of an empty log: the database is damaged', async () => {
  const { store } = await openTestServices()
  await expect(tlogProofOf(store, { mode: 'live', logIndex: 0 })).rejects.toThrow('the log is empty')
})
