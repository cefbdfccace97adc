import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { REQUEST_TIMEOUT_MS } from '../../../contract/limits'
import type { MembershipClient } from '../../../widget/public'
import { $member, startSession } from '../../../widget/stores/identity'
import { aMember } from '../../support/a-member'
import { startTestApi, type TestApi } from '../../support/start-api'
import { type CountingServer, startCountingServer } from '../transport/counting-server'
import { ada, openClient } from './open-client'

/** Calls that their caller has canceled. */
let api: TestApi
let silent: CountingServer
beforeAll(async () => void (api = await startTestApi()))
beforeAll(async () => void (silent = await startCountingServer(() => {})))
afterEach(() => vi.useRealTimers())
afterAll(() => silent.stop())
afterAll(() => api.close())

/** A member whose server never responds. */
function openMember() {
  const opened = openClient(api, { apiUrl: silent.apiUrl, fetch: globalThis.fetch })
  startSession({ accessToken: 'a-token', expires: Date.now() + 60_000 }, aMember())
  return opened
}

const over = { signal: AbortSignal.abort() }
const file = new File(['x'], 'a.png', { type: 'image/png' })
const post = { postId: 'cmt_1', content: 'x' }
const thread = { threadId: 'cmt_2', content: 'x' }
const channel = { channelKey: 'c' }
const code = { email: 'a@b.co', passwordlessToken: '123456' }

/** Every method that takes options. */
const calls: { [Method in keyof MembershipClient]?: (client: MembershipClient) => Promise<unknown> } = {
  signupMemberEmailPassword: (client) => client.signupMemberEmailPassword(ada, over),
  signupMemberPasswordless: (client) => client.signupMemberPasswordless(code, over),
  loginMemberEmailPassword: (client) => client.loginMemberEmailPassword(ada, over),
  loginMemberPasswordless: (client) => client.loginMemberPasswordless(code, over),
  sendMemberResetPasswordEmail: (client) => client.sendMemberResetPasswordEmail({ email: 'a@b.co' }, over),
  resetMemberPassword: (client) => client.resetMemberPassword({ token: '123456', newPassword: 'password1' }, over),
  sendMemberVerificationEmail: (client) => client.sendMemberVerificationEmail(over),
  createMemberTicket: (client) => client.createMemberTicket(over),
  getMemberSessions: (client) => client.getMemberSessions(over),
  endMemberSession: (client) => client.endMemberSession({ id: 'ses_1' }, over),
  endOtherMemberSessions: (client) => client.endOtherMemberSessions(over),
  getReauthenticationOptions: (client) => client.getReauthenticationOptions({}, over),
  cancelMemberEmailChange: (client) => client.cancelMemberEmailChange(over),
  reauthenticateMember: (client) => client.reauthenticateMember({ password: 'password1' }, over),
  logout: (client) => client.logout(over),
  getCurrentMember: (client) => client.getCurrentMember(over),
  updateMember: (client) => client.updateMember({ customFields: {} }, over),
  updateMemberAuth: (client) => client.updateMemberAuth({ email: 'a@b.co' }, over),
  setPassword: (client) => client.setPassword({ password: 'password1' }, over),
  getMemberJSON: (client) => client.getMemberJSON(over),
  updateMemberJSON: (client) => client.updateMemberJSON({ json: {} }, over),
  updateMemberProfileImage: (client) => client.updateMemberProfileImage({ profileImage: file }, over),
  deleteMemberProfileImage: (client) => client.deleteMemberProfileImage(over),
  deleteMember: (client) => client.deleteMember(over),
  addPlan: (client) => client.addPlan({ planId: 'pln_1' }, over),
  removePlan: (client) => client.removePlan({ planId: 'pln_1' }, over),
  updatePrice: (client) => client.updatePrice({ priceId: 'prc_1' }, over),
  purchasePlansWithCheckout: (client) => client.purchasePlansWithCheckout({ priceId: 'prc_1' }, over),
  launchStripeCustomerPortal: (client) => client.launchStripeCustomerPortal({}, over),
  getSecureContent: (client) => client.getSecureContent({ contentId: 'cnt_1' }, over),
  getInvitation: (client) => client.getInvitation({ inviteToken: 'x' }, over),
  joinTeam: (client) => client.joinTeam({ inviteToken: 'x' }, over),
  getTeam: (client) => client.getTeam({ teamId: 't' }, over),
  removeMemberFromTeam: (client) => client.removeMemberFromTeam({ teamId: 't', memberId: 'mem_1' }, over),
  generateInviteToken: (client) => client.generateInviteToken({ teamId: 't' }, over),
  getChannelInfo: (client) => client.getChannelInfo(channel, over),
  subscribeToChannel: (client) => client.subscribeToChannel({ ...channel, action: 'NONE' }, over),
  postIsTyping: (client) => client.postIsTyping(channel, over),
  getPosts: (client) => client.getPosts(channel, over),
  createPost: (client) => client.createPost({ ...channel, content: 'x' }, over),
  updatePost: (client) => client.updatePost(post, over),
  postVote: (client) => client.postVote({ postId: 'cmt_1', vote: 'UP' }, over),
  deletePost: (client) => client.deletePost({ postId: 'cmt_1' }, over),
  getThreads: (client) => client.getThreads({ postId: 'cmt_1' }, over),
  createThread: (client) => client.createThread(post, over),
  updateThread: (client) => client.updateThread(thread, over),
  threadVote: (client) => client.threadVote({ threadId: 'cmt_2', vote: 'UP' }, over),
  deleteThread: (client) => client.deleteThread({ threadId: 'cmt_2' }, over),
  getDataTables: (client) => client.getDataTables(over),
  getDataTable: (client) => client.getDataTable({ table: 't' }, over),
  getDataRecords: (client) => client.getDataRecords({ table: 't' }, over),
  queryDataRecords: (client) => client.queryDataRecords({ table: 't', query: {} }, over),
  getDataRecord: (client) => client.getDataRecord({ table: 't', recordId: 'r' }, over),
  createDataRecord: (client) => client.createDataRecord({ table: 't', data: {} }, over),
  updateDataRecord: (client) => client.updateDataRecord({ recordId: 'r', data: {} }, over),
  deleteDataRecord: (client) => client.deleteDataRecord({ recordId: 'r' }, over),
}

test.each(Object.entries(calls))(
  '%s, given up before it starts, sends nothing and changes nothing',
  async (_, call) => {
    const { client } = openMember()
    await expect(call(client)).rejects.toMatchObject({ code: 'request-aborted', statusCode: 0 })
    expect(silent.seen).toEqual([])
    expect([$member.get(), client.getMemberCookie()]).toEqual([aMember(), 'a-token'])
  },
)

test('a signal stays with the caller: only the other options travel', async () => {
  const { client, requests } = openClient(api)
  const { signal } = new AbortController()
  await client.signupMemberEmailPassword(ada, { includeContentGroups: true, signal })
  expect(requests.at(-1)?.body).toMatchObject({ options: { includeContentGroups: true } })
  expect(JSON.stringify(requests.at(-1)?.body)).not.toContain('signal')
})

test('a logout without a response in time ends the session here', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { client } = openMember()
  const complaint = vi.spyOn(console, 'error').mockReturnValue()
  const logout = client.logout()
  await silent.arrived(1)
  vi.advanceTimersByTime(REQUEST_TIMEOUT_MS)
  expect(await logout).toEqual({ data: { redirect: null } })
  expect([$member.get(), client.getMemberCookie()]).toEqual([null, undefined])
  expect(complaint).toHaveBeenCalledOnce()
  complaint.mockRestore()
})
