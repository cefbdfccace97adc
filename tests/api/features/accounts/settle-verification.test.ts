import { expect, test } from 'vitest'
import { findLinkOwner, completeVerification, dropStranger } from '../../../../api/features/accounts/codes'
import type { LinkOwner } from '../../../../api/features/accounts/codes'
import type { Store } from '../../../support/repositories'
import { openTestServices, START, tokenIn } from '../../../support/open-test-services'

const ann = { email: 'ann@example.com', password: 'correct horse' }

async function openWithOwner() {
  const services = await openTestServices({ verificationMailOnSignup: true })
  await services.call('signup', ann)
  const [mail] = await services.mails()
  const owner = await findLinkOwner(services, 'verify-email', tokenIn(mail))
  return { services, owner: owner! }
}

test.for([
  ['confirm', completeVerification],
  ['drop', (store: Store, owner: LinkOwner) => dropStranger(store, owner, START)],
] as const)('a member who was verified a moment ago is left alone (%s), and the link stays', async ([, settle]) => {
  const { services, owner } = await openWithOwner()
  await services.store.members.update(owner.member.id, { verified: true })
  await expect(settle(services.store, owner)).rejects.toMatchObject({ code: 'invalid-reset-code' })
  await services.call('login', ann)
  expect(await services.store.codes.findOpen(owner.member.id, 'verify-email', services.clock.now())).not.toBeNull()
})

test('a password that was set after the page asked for none is not kept', async () => {
  const { services, owner } = await openWithOwner()
  const asked = { ...owner, member: { ...owner.member, passwordHash: null } }
  expect(await completeVerification(services.store, asked)).toEqual({ kept: false })
  expect(await services.store.members.findById(owner.member.id)).toMatchObject({ verified: true, passwordHash: null })
})

test('a deleted member has no link', async () => {
  const { services, owner } = await openWithOwner()
  await services.store.members.delete(owner.member.id)
  await expect(completeVerification(services.store, owner)).rejects.toMatchObject({ code: 'invalid-reset-code' })
})

test('"this was not me" takes what the stranger wrote along, and leaves what the owner of the site wrote', async () => {
  const { services, owner } = await openWithOwner()
  await services.store.members.update(owner.member.id, {
    customFields: { 'first-name': 'Mallory', 'internal-note': 'called twice' },
    metaData: { source: 'x' },
    json: { a: 1 },
    profileImage: 'http://localhost:4001/files/x.webp',
  })
  expect(await dropStranger(services.store, owner, START)).toEqual({ takenBack: false })
  expect(await services.store.members.findById(owner.member.id)).toMatchObject({
    customFields: { 'internal-note': 'called twice' },
    metaData: {},
    json: {},
    profileImage: null,
    passwordHash: null,
  })
})
