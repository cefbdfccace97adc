import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../contract/endpoints'
import type { EndpointName } from '../../../contract/endpoints'
import type { Endpoint } from '../../../contract/endpoints/endpoint'
import { errors } from '../../../contract/errors'
import { addressOf, callHeaders, startTestApi } from '../../support/start-api'
import type { CallOptions, TestApi } from '../../support/start-api'
import { long } from '../../tiers.mjs'

/**
 * All checks of the shared path run on these (a visitor's call with a body, a member's with and without one). Every other endpoint proves
 * with
 * one case per check that it takes that path. The slow tier runs all checks on all.
 */
const representatives: ReadonlySet<EndpointName> = new Set(['signup', 'updateMember', 'getMember'])
const isWhole = (name: EndpointName): boolean => long || representatives.has(name)

const names = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints)
const endpointOf = (name: EndpointName): Endpoint => endpoints[name]
const takesBody = (name: EndpointName) => endpointOf(name).method !== 'GET'
/** Forms are tested in read-multipart.test.ts. */
const takesJson = (name: EndpointName) => takesBody(name) && endpointOf(name).body === undefined

/** A valid call, so that each case below is wrong in one way only. */
const good: Record<EndpointName, Record<string, unknown>> = {
  getApp: {},
  getPlan: { planId: 'pln_free' },
  getAppAndMember: { data: { trackPageView: true } },
  signup: { email: 'new@example.com', password: 'long enough' },
  login: { email: 'ann@example.com', password: 'long enough' },
  passwordlessSignup: { email: 'new@example.com', passwordlessToken: '123456' },
  passwordlessLogin: { email: 'ann@example.com', passwordlessToken: '123456' },
  sendPasswordlessLoginEmail: { email: 'ann@example.com' },
  sendPasswordlessSignupEmail: { email: 'new@example.com' },
  getCaptchaChallenge: {},
  sendResetPasswordEmail: { email: 'ann@example.com' },
  resetPassword: { token: '123456', newPassword: 'another one', email: 'ann@example.com' },
  sendEmailVerification: {},
  getMember: {},
  updateMember: { customFields: { 'first-name': 'Bea' } },
  deleteMember: {},
  cancelEmailChange: {},
  updateMemberAuth: { oldPassword: 'long enough', newPassword: 'another one' },
  setPassword: { password: 'another one' },
  getMemberJson: {},
  updateMemberJson: { json: { a: 1 } },
  updateProfileImage: {},
  deleteProfileImage: {},
  disconnectProvider: { provider: 'google' },
  createConnectTicket: {},
  redeemProviderAnswer: { answer: 'an-answer', verifier: 'a-verifier' },
  createMemberTicket: {},
  getMemberSessions: {},
  endMemberSession: { id: 'ses_1' },
  endOtherMemberSessions: {},
  getReauthenticationOptions: { sendCode: true },
  reauthenticate: { password: 'long enough' },
  exchangeMemberTicket: { ticket: 'a-ticket' },
  loginLink: { token: 'lnk_none' },
  getPasskeyLoginOptions: {},
  passkeyLogin: {
    credential: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
    },
  },
  getPasskeyOptions: {},
  getPasskeys: {},
  addPasskey: {
    credential: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'AAAA' },
    },
  },
  renamePasskey: { passkeyId: 'psk_1', name: 'My phone' },
  removePasskey: { passkeyId: 'psk_1' },
  completeSecondFactor: { challenge: 'lgs_1', code: '123456' },
  setUpSecondFactor: { challenge: 'lgs_1' },
  requestSecondFactorRecovery: { challenge: 'lgs_none' },
  cancelSecondFactorRecovery: {},
  getMemberSignIn: {},
  startTotp: {},
  confirmTotp: { code: '123456' },
  removeTotp: {},
  createRecoveryCodes: {},
  getChannelInfo: { channelKey: 'guestbook' },
  subscribeToChannel: { channelKey: 'guestbook', action: 'NONE' },
  postIsTyping: { channelKey: 'guestbook' },
  getPosts: { channelKey: 'guestbook' },
  createPost: { channelKey: 'guestbook', content: 'Hello' },
  updatePost: { postId: 'cmt_1', content: 'Hello' },
  postVote: { postId: 'cmt_1', vote: 'UP' },
  deletePost: { postId: 'cmt_1' },
  getThreads: { postId: 'cmt_1' },
  createThread: { postId: 'cmt_1', content: 'Hello' },
  updateThread: { threadId: 'cmt_2', content: 'Hello' },
  threadVote: { threadId: 'cmt_2', vote: 'UP' },
  deleteThread: { threadId: 'cmt_2' },
  getDataTables: {},
  getDataTable: { table: 'notes' },
  queryDataRecords: { table: 'notes', query: { findMany: {} } },
  createDataRecord: { table: 'notes', data: { title: 'Milk' } },
  updateDataRecord: { recordId: 'a-record', data: { title: 'Milk' } },
  deleteDataRecord: { recordId: 'a-record' },
  getSecureContent: { contentId: 'cnt_welcome' },
  listSkills: {},
  getSkill: { slug: 'cook' },
  startAttempt: { skill: 'Cook' },
  listAttempts: {},
  claimAttempts: {},
  getAttempt: { attemptId: 'att_1' },
  saveAnswers: { attemptId: 'att_1', answers: { 1: 'An option' } },
  completeAttempt: { attemptId: 'att_1' },
  listWorkSamples: { attemptId: 'att_1' },
  startWorkSample: { attemptId: 'att_1', name: 'table.jpg', type: 'image/jpeg', sizeBytes: 1_000 },
  getWorkSample: { sampleId: 'smp_1' },
  sendWorkSample: { sampleId: 'smp_1', offset: '0' },
  deleteWorkSample: { sampleId: 'smp_1' },
  createSampleLink: { sampleId: 'smp_1' },
  listPackages: {},
  createTagPurchase: {
    packageId: 'three',
    success_url: 'http://localhost:4002/thanks',
    cancel_url: 'http://localhost:4002/checkout',
  },
  listTagPurchases: {},
  refundTagPurchase: { purchaseId: 'pur_1' },
  claimFreeTag: {},
  issueTag: { attemptId: 'att_1', holderName: 'Ann Lee', visibility: 'LINK' },
  listTags: {},
  updateTag: { tagId: 'TT-EL202612345678', visibility: 'LINK' },
  listTagSamples: { tagId: 'TT-EL202612345678' },
  showTagSamples: { tagId: 'TT-EL202612345678', sampleIds: ['smp_1'] },
  noteShare: { tagId: 'TT-EL202612345678' },
  getCertificateText: { tagId: 'TT-EL202612345678' },
  getOwnTagFile: { tagId: 'TT-EL202612345678', file: 'credential.json' },
  verifyTag: { tagId: 'TT-EL202612345678' },
  getTagProfile: {},
  updateTagProfile: { publicProfile: false },
  getPublicProfile: { slug: 'abcdefghjkmn' },
  getPortfolioText: {},
  getPortfolioArchive: {},
  exportMyData: {},
  sendInquiry: {
    email: 'ann@example.com',
    captchaToken: 'a-token',
    organizationName: 'Harbor Works',
    contactName: 'Ann',
    useCase: 'Training',
  },
  sendContactMessage: { email: 'ann@example.com', captchaToken: 'a-token', name: 'Ann', message: 'Hello' },
  addPlan: { planId: 'pln_free' },
  removePlan: { planId: 'pln_free' },
  createCheckoutSession: { priceId: 'prc_pro-monthly' },
  updatePrice: { priceId: 'prc_pro-monthly' },
  createBillingPortalSession: {},
  getInvitation: { inviteToken: 'a-token' },
  joinTeam: { inviteToken: 'a-token' },
  getTeam: { teamId: 'a-team' },
  removeMemberFromTeam: { teamId: 'a-team', memberId: 'mem_1' },
  generateInviteToken: { teamId: 'a-team' },
  logout: {},
  trackPageView: {},
  trackEvent: { type: 'CLICK' },
}

/** Fields whose wrong types must be refused: name, and path of the right value in `good`. */
const typed: Partial<Record<EndpointName, string[]>> = {
  signup: ['email', 'password', 'customFields', 'metaData', 'plans', 'options', 'origin_domain'],
  login: ['email', 'password', 'options'],
  passwordlessSignup: ['email', 'passwordlessToken', 'customFields', 'metaData', 'plans', 'options', 'origin_domain'],
  passwordlessLogin: ['email', 'passwordlessToken', 'options'],
  sendPasswordlessLoginEmail: ['email'],
  sendPasswordlessSignupEmail: ['email'],
  updateMemberAuth: ['email', 'oldPassword', 'newPassword'],
  setPassword: ['password'],
  updateMemberJson: ['json'],
  sendResetPasswordEmail: ['email'],
  resetPassword: ['token', 'newPassword', 'email'],
  sendEmailVerification: ['origin_domain'],
  updateMember: ['customFields'],
  trackEvent: ['type'],
  sendInquiry: [
    'email',
    'captchaToken',
    'organizationType',
    'organizationName',
    'contactName',
    'phone',
    'website',
    'description',
    'useCase',
  ],
  sendContactMessage: ['email', 'captchaToken', 'name', 'message'],
  exchangeMemberTicket: ['ticket', 'options'],
  loginLink: ['token', 'act', 'options'],
  getSecureContent: ['contentId'],
  getAppAndMember: ['data'],
  trackPageView: ['data'],
  issueTag: ['attemptId', 'holderName', 'visibility'],
  updateTag: ['visibility'],
  startWorkSample: ['name', 'type'],
  createTagPurchase: ['packageId', 'success_url', 'cancel_url'],
}
const required: Partial<Record<EndpointName, string[]>> = {
  signup: ['email', 'password'],
  login: ['email', 'password'],
  passwordlessSignup: ['email', 'passwordlessToken'],
  passwordlessLogin: ['email', 'passwordlessToken'],
  sendPasswordlessLoginEmail: ['email'],
  sendPasswordlessSignupEmail: ['email'],
  setPassword: ['password'],
  updateMemberJson: ['json'],
  sendResetPasswordEmail: ['email'],
  resetPassword: ['token', 'newPassword'],
  updateMember: ['customFields'],
  trackEvent: ['type'],
  sendInquiry: ['email', 'captchaToken', 'organizationName', 'contactName', 'useCase'],
  sendContactMessage: ['email', 'captchaToken', 'name', 'message'],
  exchangeMemberTicket: ['ticket'],
  loginLink: ['token'],
  issueTag: ['attemptId', 'holderName'],
  updateTag: ['visibility'],
  showTagSamples: ['sampleIds'],
  getSecureContent: ['contentId'],
  startWorkSample: ['name', 'sizeBytes'],
  createTagPurchase: ['packageId', 'success_url', 'cancel_url'],
}

let api: TestApi
let token: string
let otherAppsToken: string
let liveToken: string

beforeAll(async () => {
  api = await startTestApi()
  const account = { email: 'ann@example.com', password: 'long enough' }
  token = (await api.call('signup', account)).data.tokens.accessToken
  otherAppsToken = (await api.call('signup', account, { app: 'app_trusttag' })).data.tokens.accessToken
  liveToken = (await api.call('signup', account, { key: 'pk_demo' })).data.tokens.accessToken
  await api.outbox.drain()
})
afterAll(() => api.close())

/** Expects this error in its one shape, and no changed row. */
async function refuses(
  name: EndpointName,
  code: keyof typeof errors,
  how: CallOptions & { body?: BodyInit; type?: string },
  message: string = errors[code].message,
) {
  const before = api.dumpDatabase()
  const { method, path, rest } = addressOf(name, good[name])
  const body = takesBody(name) ? (how.body ?? JSON.stringify(rest)) : undefined
  const headers = { ...callHeaders(how, takesBody(name)), ...(how.type !== undefined && { 'content-type': how.type }) }
  const response = await api.request(path, { method, headers, ...(body !== undefined && { body }) })
  const { status } = errors[code]
  expect({ status: response.status, body: await response.json() }).toEqual({ status, body: { code, message } })
  expect(response.headers.get('content-type')).toMatch(/^application\/json/u)
  expect(api.dumpDatabase()).toEqual(before)
}

const withField = (name: EndpointName, field: string, value: unknown) =>
  JSON.stringify({ ...addressOf(name, good[name]).rest, [field]: value })
const without = (name: EndpointName, field: string) => withField(name, field, undefined)

/** Endpoints that are the same for every app need no app. */
const forOneApp = names.filter((name) => endpointOf(name).app === undefined)

describe.each(forOneApp)('%s refuses, and changes nothing for,', (name) => {
  it('an opaque origin', () => refuses(name, 'domain-not-permitted', { token, origin: 'null' }))
})

describe.each(forOneApp.filter(isWhole))('%s refuses, and changes nothing for,', (name) => {
  it('a missing app', () => refuses(name, 'app-not-found', { token, app: '' }))
  it('an unknown app', () => refuses(name, 'app-not-found', { token, app: 'app_nobody' }))
  it('an unknown key', () => refuses(name, 'invalid-public-key', { token, key: 'pk_sb_nobody' }))
  it("another app's key", () => refuses(name, 'invalid-public-key', { token, app: 'app_demo', key: 'pk_sb_trusttag' }))
  it('a page on a foreign domain in live mode', () =>
    refuses(name, 'domain-not-permitted', { token: liveToken, key: 'pk_demo', origin: 'https://evil.example' }))
  it('a secret key sent by a page', () =>
    refuses(name, 'access-denied', { token, key: 'sk_sb_demo', origin: 'https://shop.example' }))
})

const forMembers = names.filter((name) => endpointOf(name).access === 'member')

describe.each(forMembers)('%s, for members only, refuses', (name) => {
  it('a visitor', () => refuses(name, 'login-required', {}))
})

describe.each(forMembers.filter(isWhole))('%s, for members only, refuses', (name) => {
  it('a cookie instead of the header', () =>
    refuses(name, 'login-required', { headers: { cookie: `_ms-mid=${token}; session=${token}` } }))
  it('an unknown token', () => refuses(name, 'client/invalid-token', { token: 'never' }))
  it("another app's token", () => refuses(name, 'client/invalid-token', { token: otherAppsToken }))
  it("the other mode's token", () => refuses(name, 'client/invalid-token', { token: liveToken }))
  it('Basic authentication instead of a token', () =>
    refuses(name, 'login-required', { headers: { authorization: 'Basic YW5uOmxvbmcgZW5vdWdo' } }))
})

describe.each(names.filter(takesJson))('%s refuses', (name) => {
  it('JSON that is not an object', () => refuses(name, 'invalid-field-type', { token, body: '[]' }))
})

describe.each(names.filter(takesJson).filter(isWhole))('%s refuses', (name) => {
  it.each(['{', '{"email":', 'email=a', '\u0000', '{"a":1}}'])('the broken JSON %j', (body) =>
    refuses(name, 'invalid-json', { token, body }),
  )
  it('bytes that are not UTF-8', () =>
    refuses(name, 'invalid-json', { token, body: new Uint8Array([0x22, 0xff, 0x22]) }))
  it.each(['[{"email":"a@b.co"}]', 'null', '7', 'true', '"text"'])('%s, JSON that is no object', (body) =>
    refuses(name, 'invalid-field-type', { token, body }),
  )
  it('10 MB', () => refuses(name, 'request-too-large', { token, body: `{"a":"${'x'.repeat(10_000_000)}"}` }))
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    'the content type %s',
    (type) => refuses(name, 'unsupported-media-type', { token, body: '{"a":1}', type }),
  )
})

describe.each(names.flatMap((name) => (required[name] ?? []).map((field) => [name, field] as const)))(
  '%s without %s',
  (name, field) => {
    const message = `The required field "${field}" is missing.`
    it('gets an error that it is missing', () =>
      refuses(name, 'required-field-missing', { token, body: without(name, field) }, message))
    it('is not satisfied by a field of the prototype', () => {
      const rest = addressOf(name, good[name]).rest
      const { [field]: value, ...others } = Object.fromEntries(Object.entries(rest))
      const body = JSON.stringify(others)
        .replace(/\{?/u, `{"__proto__":${JSON.stringify({ [field]: value })},`)
        .replace(',}', '}')
      return refuses(name, 'required-field-missing', { token, body }, message)
    })
  },
)

describe.each(names.flatMap((name) => (typed[name] ?? []).map((field) => [name, field] as const)))(
  '%s with a wrong type in %s',
  (name, field) => {
    const records = ['customFields', 'metaData', 'json', 'options', 'data']
    const lists = ['customFields', 'metaData', 'json'].includes(field) ? [[[7]]] : []
    const wrong =
      records.includes(field) || field === 'plans'
        ? [['text'], [7], [false], [null], ...lists]
        : [[7], [false], [null], [['text']], [{ a: 1 }]]
    it.each<unknown[]>(wrong)('refuses %j', (value) =>
      refuses(name, 'invalid-field-type', { token, body: withField(name, field, value) }),
    )
  },
)
