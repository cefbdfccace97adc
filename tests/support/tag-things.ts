import { renameHolder } from '../../api/features/tags/revoke'
import { solveChallenge } from '../../contract/solve-challenge'
import type { Makers } from './access-world'
import { SITE } from './access-people'
import { pdf } from './sample-files'
import { answerAll } from './tag-holders'
import type { Holder } from './tag-holders'

export type TagThings = Awaited<ReturnType<typeof makeTagThings>>

/** One of everything that app_trusttag can have, tess's by default. */
export async function makeTagThings(makers: Makers) {
  const { api, who, pay, canaries } = makers
  const { tess, otto } = who
  const holder: Holder = tess
  const privateTag = await issue(makers, holder, 'Electrician', 'PRIVATE', canaries.mark('tess', 'holder'))
  // A review changed it: the name of the private one is seen nowhere else.
  const owner = { appId: 'app_trusttag', mode: 'test', actor: 'owner command' } as const
  await renameHolder(api.services, owner, tess.id, 'Tess Public')
  const publicTag = await issue(makers, holder, 'Carpenter', 'PUBLIC', 'Tess Public')
  const passed = await api.pass(holder, 'Cook')
  await api.give(holder, 2)
  const open = await api.call('startAttempt', { skill: 'Truck Driver' }, tess.how)
  await answerAll(api, open.data.id, tess.how)
  const order = { packageId: 'three', success_url: `${SITE}/thanks`, cancel_url: `${SITE}/checkout` }
  const purchase = await api.call('createTagPurchase', order, tess.how)
  await pay(purchase.data.url)
  await api.call('listTagPurchases', {}, tess.how)
  await pay((await api.call('createCheckoutSession', { priceId: 'prc_team-monthly' }, otto.how)).data.url)
  await joinTeam(makers)
  await sendMessage(makers)
  const { slug } = (await api.call('getTagProfile', {}, tess.how)).data
  await api.call('updateTagProfile', { publicProfile: false }, tess.how)
  canaries.add('tess', 'slug', slug)
  const visitor = await api.call('startAttempt', { skill: 'Cook' }, { app: 'app_trusttag' })
  return {
    privateTagId: privateTag.tagId,
    publicTagId: publicTag.tagId,
    attemptId: privateTag.attemptId,
    passedAttemptId: passed,
    openAttemptId: open.data.id,
    ...(await makeSamples(makers, privateTag.attemptId)),
    purchaseId: purchase.data.purchase.id,
    slug: slug ?? '',
    visitorToken: visitor.data.visitorToken ?? '',
    visitorAttemptId: visitor.data.id,
  }
}

async function issue(
  { api, canaries }: Makers,
  holder: Holder,
  skill: string,
  visibility: 'PUBLIC' | 'PRIVATE',
  holderName: string,
) {
  const attemptId = await api.pass(holder, skill)
  await api.give(holder)
  const { data } = await api.call('issueTag', { attemptId, holderName, visibility }, holder.how)
  if (visibility === 'PRIVATE') canaries.add('tess', 'tag', data.trustTagId)
  canaries.add('tess', 'attempt', attemptId)
  return { attemptId, tagId: data.trustTagId }
}

async function joinTeam({ api, who: { tess, otto }, canaries }: Makers): Promise<void> {
  const { data } = await api.call('getMember', {}, otto.how)
  const teamId = data?.teams.ownedTeams[0]?.teamId ?? ''
  const { inviteToken } = (await api.call('getTeam', { teamId }, otto.how)).data
  canaries.add('otto', 'invite', inviteToken)
  await api.call('joinTeam', { inviteToken: inviteToken ?? '' }, tess.how)
}

async function sendMessage({ api, who: { tess }, canaries }: Makers): Promise<void> {
  const challenge = (await api.call('getCaptchaChallenge', {}, tess.how)).data
  const captchaToken = await solveChallenge(challenge, crypto.subtle)
  const message = canaries.mark('tess', 'message')
  const sent = { email: tess.email, name: 'Tess', message, captchaToken }
  await api.call('sendContactMessage', sent, tess.how)
}

/** One is registered but not sent, one is uploaded. */
async function makeSamples({ api, who: { tess }, canaries }: Makers, attemptId: string) {
  const name = `${canaries.mark('tess', 'sample')}.pdf`
  const announce = (sizeBytes: number) =>
    api.call('startWorkSample', { attemptId, name, type: 'application/pdf', sizeBytes }, tess.how)
  const content = new Uint8Array(pdf())
  const sampleId = (await announce(1_000)).data.id
  const readySampleId = (await announce(content.length)).data.id
  await api.call('sendWorkSample', { sampleId: readySampleId, offset: '0', content }, tess.how)
  return { sampleId, readySampleId }
}
