import { verify } from '@digitalbazaar/vc'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { didDocument } from '../../../../api/features/credentials/routes'
import { presentationOf } from '../../../../api/features/tags/files'
import { startWithHolders } from '../../../support/tag-holders'
import type { TagHolders } from '../../../support/tag-holders'
import { loadDids, suites } from '../../adapters/issuer/verify-as-others'

let api: TagHolders
let credential: string

beforeAll(async () => {
  api = await startWithHolders()
  const { trustTagId } = await api.earn(await api.join())
  credential = (await api.store.credentials.find(trustTagId))?.credential ?? ''
})
afterAll(() => api.close())

/** What a program of somebody else's says of a file for wallets. */
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

it('a file for wallets is a presentation that others accept, with the credential in it', async () => {
  expect(await ask(JSON.parse(presentationOf(credential)))).toEqual([true, [true]])
})

it('they refuse one whose credential was changed', async () => {
  const changed = presentationOf(credential.replace('Ada Lovelace', 'Eve Lovelace'))
  expect(await ask(JSON.parse(changed))).toEqual([false, [false]])
})

it('the credential in it is the same, letter by letter', () => {
  expect(presentationOf(credential)).toContain(credential)
})
