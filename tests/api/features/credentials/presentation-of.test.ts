import { verify } from '@digitalbazaar/vc'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { didDocument } from '../../../../api/features/credentials/issuer'
import { presentationOf } from '../../../../api/features/tags/files'
import { startWithHolders } from '../../../support/tag-holders'
import type { TagHolders } from '../../../support/tag-holders'
import { loadDids, suites } from './verify-as-others'

let api: TagHolders
let credential: string

beforeAll(async () => {
  api = await startWithHolders()
  const { trustTagId } = await api.earn(await api.join())
  credential = (await api.store.credentials.find(trustTagId))?.credential ?? ''
})
afterAll(() => api.close())

/** How a third-party program judges a wallet file. */
async function ask(presentation: object) {
  const answer = await verify({
    presentation,
    unsignedPresentation: true,
    suite: [suites['eddsa-rdfc-2022'](), suites['eddsa-jcs-2022']()],
    documentLoader: loadDids([didDocument(api.services.issuer, 'test')]),
    checkStatus: () => Promise.resolve({ verified: true }),
    now: new Date(api.clock.now()),
  })
  return [answer.verified, answer.credentialResults?.map(({ verified }) => verified)]
}

it('a wallet file is a presentation that third-party packages accept, with the credential in it', async () => {
  expect(await ask(JSON.parse(presentationOf(credential)))).toEqual([true, [true]])
})

it('third-party packages refuse a changed credential', async () => {
  const changed = presentationOf(credential.replace('Ada Lovelace', 'Eve Lovelace'))
  expect(await ask(JSON.parse(changed))).toEqual([false, [false]])
})

it('the credential in a wallet file is identical', () => {
  expect(presentationOf(credential)).toContain(credential)
})
