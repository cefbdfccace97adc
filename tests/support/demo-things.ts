import { picture } from './pictures'
import type { Makers } from './access-world'

export type DemoThings = Awaited<ReturnType<typeof makeDemoThings>>

/** What the page of a full-page way to a provider kept. */
const VERIFIER = 'what the page keeps in its own storage'

/** Something of everything that app_demo can hold, ada's where nothing else is said. */
export async function makeDemoThings(makers: Makers) {
  const { api, who, canaries } = makers
  const { ada } = who
  await api.call('addPlan', { planId: 'pln_free' }, ada.how)
  const image = new Uint8Array(await picture('png', 8, 8))
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
  await api.call('sendResetPasswordEmail', { email: ada.email }, ada.how)
  api.clock.advance(1_000)
  return { newcomer, signupCode, loginCode, resetCode: await codeFor(ada.email) }
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
