import { afterAll, beforeAll, expect, it } from 'vitest'
import { join } from 'node:path'
import { createIssuer } from '../../../../api/features/credentials/issuer'
import { createFileKeys } from '../../../../api/features/credentials/keys'
import {
  appendEntry,
  type LogSigner,
  restoreLogOrigin,
  tlogProofOf,
} from '../../../../api/features/transparency-log/tree'
import { logEntry } from '../../../../contract/credential/log-entry'
import { logOrigin } from '../../../../contract/proof-paths'
import { parseTreeHead, verifyCheckpoint } from '../../../../contract/tlog/checkpoint'
import { parseNote } from '../../../../contract/tlog/signed-note'
import { parseTlogProof } from '../../../../contract/tlog/tlog-proof'
import { startWithHolders, type TagHolders } from '../../../support/tag-holders'

const OTHER = 'http://localhost:4999'
const otherName = logOrigin(OTHER, 'test')

let api: TagHolders
let number = 0
beforeAll(async () => {
  api = await startWithHolders()
  await api.earn(await api.join())
})
afterAll(() => api.close())

/** The same keys under another origin, as a shell without the server's settings has them. */
const otherIssuer = (mayChangeOrigin: boolean): Promise<LogSigner> =>
  createIssuer({ origin: OTHER, keys: createFileKeys(join(api.folder, 'keys')), now: Date.now, mayChangeOrigin })

async function append(issuer: LogSigner) {
  number += 1
  const entry = logEntry('issue', number.toString(16).padStart(64, '0'))
  return api.store.transaction((tx) => appendEntry(tx, { issuer }, 'test', entry))
}

const headOf = async () => parseTreeHead(parseNote((await api.store.log.head('test'))?.checkpoint ?? '')?.text ?? '')

/** Whether a verifier accepts the checkpoint in the proof of the first entry. */
async function isAccepted(): Promise<boolean> {
  const proof = parseTlogProof(await tlogProofOf(api.store, { mode: 'test', logIndex: 0 }))
  const logKeys = api.services.issuer.logKeys('test')
  return (await verifyCheckpoint(proof?.checkpoint ?? '', { logKeys, witnessKeys: [] })) !== null
}

it('a command with another origin signs nothing, and names both origins and the setting', async () => {
  const before = await api.store.log.head('test')
  const refused = append(await otherIssuer(false))
  await expect(refused).rejects.toMatchObject({ name: 'ConfigError' })
  for (const name of [logOrigin(api.services.issuer.origin, 'test'), otherName, 'PUBLIC_ISSUER_URL'])
    await expect(refused).rejects.toThrow(name)
  expect(await api.store.log.head('test')).toEqual(before)
})

it('a log that was signed under another origin is signed again under its own, as the same tree', async () => {
  await append(await otherIssuer(true))
  expect(await isAccepted()).toBe(false)
  const foreign = await headOf()
  const others: unknown[] = []
  const restore = () => restoreLogOrigin(api.store, api.services.issuer, (...what) => void others.push(what))
  // Two processes may start at once.
  await Promise.all([restore(), restore()])
  expect(await headOf()).toEqual({ ...foreign, origin: logOrigin(api.services.issuer.origin, 'test') })
  expect(await isAccepted()).toBe(true)
  expect(others).toEqual([['test', otherName]])
  await append(api.services.issuer)
  expect(await isAccepted()).toBe(true)
})

it('a damaged log is not signed again', async () => {
  await append(await otherIssuer(true))
  await api.store.kysely.updateTable('logHeads').set({ size: 1 }).where('mode', '=', 'test').execute()
  await expect(restoreLogOrigin(api.store, api.services.issuer, () => {})).rejects.toThrow('damaged')
})

it('nor is one whose checkpoint begins with its origin, but cannot be read', async () => {
  const checkpoint = `${logOrigin(api.services.issuer.origin, 'test')}\n`
  await api.store.kysely.updateTable('logHeads').set({ checkpoint }).where('mode', '=', 'test').execute()
  await expect(restoreLogOrigin(api.store, api.services.issuer, () => {})).rejects.toThrow('damaged')
})
