import { expect, it, onTestFinished } from 'vitest'
import { revokeAsOwner } from '../../../../api/features/owner/actions'
import { reconcilePurchase } from '../../../../api/features/payments/reconcile'
import { openTagShop } from '../../../support/open-tag-shop'

/** A member with a TrustTag of a paid purchase. */
async function openIssued() {
  let grew = 0
  const shop = await openTagShop()
  shop.services.logGrew = () => void (grew += 1)
  onTestFinished(() => shop.close())
  const ann = await shop.signUp()
  const purchaseId = await shop.buy(ann.token)
  const { id: attemptId } = await shop.attempt(ann.id)
  const { trustTagId } = (await shop.call('issueTag', { attemptId, holderName: 'Ann' }, shop.as(ann.token))).data
  const row = await shop.store.credentials.find(trustTagId)
  const revoked = async () => ({
    isRevoked: ((await shop.store.tags.find(trustTagId))?.revokedAt ?? null) !== null,
    isInList: (await shop.store.statusPlaces.listRevocations('test', 1)).some(
      ({ index }) => index === row?.statusIndex,
    ),
    entries: (await shop.store.log.readEntries('test', 0, 10)).map((entry) => /"type":"(\w+)"/u.exec(entry)?.[1]),
    isTold: grew > 0,
  })
  grew = 0
  return { shop, purchaseId, trustTagId, revoked }
}

const ALL = { isRevoked: true, isInList: true, entries: ['issue', 'status', 'revoke', 'status'], isTold: true }
const NOTHING = { isRevoked: false, isInList: false, entries: ['issue', 'status'], isTold: false }

it.each(['dispute', 'refund'] as const)('a %s at the payment provider revokes the credential, once', async (play) => {
  const { shop, purchaseId, revoked } = await openIssued()
  expect(await revoked()).toEqual(NOTHING)
  await shop.play(purchaseId, play)
  await reconcilePurchase(shop.services, purchaseId)
  await reconcilePurchase(shop.services, purchaseId)
  expect(await revoked()).toEqual(ALL)
})

it('an owner’s revocation revokes the credential, all or nothing', async () => {
  const { shop, trustTagId, revoked } = await openIssued()
  const owner = { appId: 'app_shop', mode: 'test', actor: 'owner page' } as const
  const broken = {
    ...shop.services,
    issuer: { ...shop.services.issuer, signCheckpoint: () => Promise.reject(new Error('No key.')) },
  }
  await expect(revokeAsOwner(broken, owner, trustTagId, 'A mistake.')).rejects.toThrow('No key.')
  expect(await revoked()).toEqual(NOTHING)
  await revokeAsOwner(shop.services, owner, trustTagId, 'A mistake.')
  await expect(revokeAsOwner(shop.services, owner, trustTagId, 'Again.')).rejects.toMatchObject({
    code: 'tag-already-revoked',
  })
  expect(await revoked()).toEqual(ALL)
})
