import { sampleImage } from './sample-images'
import { SITE } from './access-people'
import type { Makers } from './access-world'
import { softAuthenticator } from './soft-authenticator'

export type DemoThings = Awaited<ReturnType<typeof makeDemoThings>>

/** The verifier that the page stores before a full-page provider flow. */
const VERIFIER = 'what the page keeps in its own storage'

/** One of everything that app_demo can have, ada's by default. */
export async function makeDemoThings(makers: Makers) {
  const { api, who, canaries } = makers
  const { ada } = who
  await api.call('addPlan', { planId: 'pln_free' }, ada.how)
  const image = new Uint8Array(await sampleImage('png', 8, 8))
  await api.call('updateProfileImage', { profileImage: new File([image], 'me.png', { type: 'image/png' }) }, ada.how)
  await api.store.providerConnections.insert({
    memberId: ada.id,
    appId: 'app_demo',
    mode: 'test',
    provider: 'google',
    deviceId: null,
    createdAt: api.clock.now(),
    subject: canaries.mark('ada', 'provider-subject'),
  })
  const order = { priceId: 'prc_pro-monthly', metadataForCheckout: { order: canaries.mark('ada', 'order') } }
  await makers.pay((await api.call('createCheckoutSession', order, ada.how)).data.url)
  const teams = await makeTeams(makers)
  await api.call('joinTeam', { inviteToken: teams.inviteToken }, ada.how)
  const customer = (await api.store.members.findById(ada.id))?.stripeCustomerId
  canaries.add('ada', 'customer', customer)
  return {
    ...teams,
    ...(await makeComments(makers)),
    ...(await makeMails(makers)),
    ...(await makeTickets(makers)),
    ...(await makePasskeys(makers)),
    recordId: (
      await api.call('createDataRecord', { table: 'notes', data: { title: canaries.mark('ada', 'record') } }, ada.how)
    ).data.id,
    image,
  }
}

async function makeTeams({ api, who, canaries, pay }: Makers) {
  const tokens: string[] = []
  const ids: string[] = []
  for (const owner of [who.olga, who.zoe]) {
    await pay((await api.call('createCheckoutSession', { priceId: 'prc_team-monthly' }, owner.how)).data.url)
    const { data } = await api.call('getMember', {}, owner.how)
    const teamId = data?.teams.ownedTeams[0]?.teamId ?? ''
    const { inviteToken } = (await api.call('getTeam', { teamId }, owner.how)).data
    canaries.add(owner.name, 'invite', inviteToken)
    tokens.push(inviteToken ?? '')
    ids.push(teamId)
  }
  const [inviteToken = '', otherInviteToken = ''] = tokens
  const [teamId = '', otherTeamId = ''] = ids
  return { teamId, otherTeamId, inviteToken, otherInviteToken }
}

async function makeComments({ api, who: { ada } }: Makers) {
  const post = await api.call('createPost', { channelKey: 'guestbook', content: 'Hello' }, ada.how)
  const thread = await api.call('createThread', { postId: post.data.id, content: 'And more' }, ada.how)
  await api.call('subscribeToChannel', { channelKey: 'guestbook', action: 'THREADS_ONLY' }, ada.how)
  return { postId: post.data.id, threadId: thread.data.id }
}

async function makeMails({ api, who: { ada }, canaries }: Makers) {
  const newcomer = `${canaries.mark('newcomer', 'email')}@example.test`
  const codeFor = async (address: string) => /^\d{6}$/mu.exec((await api.mailTo(address))?.text ?? '')?.[0] ?? 'no code'
  await api.call('sendPasswordlessSignupEmail', { email: newcomer }, ada.how)
  const signupCode = await codeFor(newcomer)
  await api.call('sendPasswordlessLoginEmail', { email: ada.email }, ada.how)
  api.clock.advance(1_000)
  const loginCode = await codeFor(ada.email)
  const loginLink = /lnk_[\w-]+/u.exec((await api.mailTo(ada.email))?.text ?? '')?.[0] ?? 'no link'
  canaries.add('ada', 'ticket', loginLink)
  await api.call('sendResetPasswordEmail', { email: ada.email }, ada.how)
  api.clock.advance(1_000)
  return { newcomer, signupCode, loginCode, loginLink, resetCode: await codeFor(ada.email) }
}

async function makeTickets({ api, who: { ada }, canaries }: Makers) {
  const { store, services, clock } = api
  const { ticket } = (await api.call('createMemberTicket', {}, ada.how)).data
  const answer = canaries.mark('ada', 'answer')
  await store.providerAnswers.insert({
    answerDigest: services.secrets.digest(answer),
    challenge: services.secrets.digest(VERIFIER),
    appId: 'app_demo',
    mode: 'test',
    flow: 'login',
    memberId: ada.id,
    message: null,
    createdAt: clock.now(),
    expiresAt: clock.now() + 100_000,
  })
  canaries.add('ada', 'ticket', ticket)
  return { ticket, answer, verifier: VERIFIER }
}

/** Also functions that sign: each challenge works once. */
async function makePasskeys({ api, who: { ada }, canaries }: Makers) {
  const authenticator = softAuthenticator()
  const create = async () => {
    const { verified } = (await api.store.members.findById(ada.id))!
    await api.store.members.update(ada.id, { verified: true })
    const { data } = await api.call('getPasskeyOptions', {}, ada.how)
    await api.store.members.update(ada.id, { verified })
    return authenticator.create(data, SITE)
  }
  const { verified } = (await api.store.members.findById(ada.id))!
  await api.store.members.update(ada.id, { verified: true })
  const { data } = await api.call('addPasskey', { credential: await create() }, ada.how)
  await api.store.members.update(ada.id, { verified })
  const [kept] = authenticator.credentials
  canaries.add('ada', 'passkey', kept?.id.toString('base64url'))
  return {
    passkeyId: data.id,
    createPasskey: async () => ({ credential: await create() }),
    signPasskey: async () => {
      authenticator.credentials.splice(1)
      const { data: asked } = await api.call('getPasskeyLoginOptions', {}, ada.how)
      const credential = authenticator.get(asked, SITE)
      canaries.add('ada', 'signature', credential.response.signature)
      return { credential }
    },
  }
}
