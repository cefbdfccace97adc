import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adminEndpoints } from '../../contract/admin/endpoints'
import { membershipEndpoints } from '../../contract/endpoints/membership'
import { AUTH_PROVIDER_PATH } from '../../contract/providers'
import { webhookEvents } from '../../contract/webhooks'
import { fakeClient } from '../support/fake-client'
import { projectRoot } from '../support/run-process'

const read = (name: string): string => readFileSync(join(projectRoot, 'docs', `${name}.md`), 'utf8')

/** Names that pages and servers written for Memberstack use, and the documents that say of each what it does here. */
const published: readonly (readonly [documents: readonly string[], names: string])[] = [
  [
    ['client', 'moving-from-memberstack'],
    `getApp getPlans getRestrictedUrlGroups getPlan getAppAndMember trackPageView _Event signupMemberEmailPassword
    signupMemberPasswordless loginMemberEmailPassword loginMemberPasswordless sendMemberLoginPasswordlessEmail
    sendMemberSignupPasswordlessEmail sendMemberResetPasswordEmail resetMemberPassword sendMemberVerificationEmail
    loginWithProvider signupWithProvider connectProvider disconnectProvider getCurrentMember updateMember updateMemberAuth
    setPassword deleteMember logout getMemberJSON updateMemberJSON updateMemberProfileImage deleteMemberProfileImage
    addPlan removePlan purchasePlansWithCheckout launchStripeCustomerPortal joinTeam getTeam removeMemberFromTeam
    generateInviteToken getSecureContent getChannelInfo subscribeToChannel postIsTyping getPosts getThreads createPost
    updatePost deletePost postVote createThread updateThread deleteThread threadVote getDataTables getDataTable
    getDataRecords queryDataRecords getDataRecord createDataRecord updateDataRecord deleteDataRecord openModal hideModal
    preloadModals getMemberCookie onAuthChange _showMessage _showLoader _hideLoader _captchaReady destroy`,
  ],
  [
    ['client', 'install', 'texts', 'moving-from-memberstack'],
    `$memberstackDom $memberstackReady memberstack.ready memberstackConfig memberstackTranslations useCookies
    setCookieOnRootDomain memberToken $msChannelEvents _ms-mid _ms-mem ms_session_id ms_plan ms_price ms-redirect-override
    @memberstack/dom @memberstack/react @memberstack/nextjs LOGIN SIGNUP FORGOT_PASSWORD RESET_PASSWORD PROFILE TEST_CARD
    INSPECTOR $memberstack Memberstack memberstack:ready _msConfig getMember reinitialize authenticateWithProvider
    loginWithToken redirectToCheckout getData memberstack-prebuilt-ui #msOverlay planId priceId`,
  ],
  [
    ['webhooks'],
    `member.created member.updated member.deleted member.plan.added member.plan.updated member.plan.replaced
    member.plan.canceled team.member.added team.member.removed event timestamp payload reason prevPlanConnection
    planConnection stripeCustomerId svix-id svix-timestamp svix-signature ms-signature customFields.updated verified`,
  ],
  [
    ['admin-api'],
    `X-API-KEY verifyToken verifyWebhookSignature totalCount endCursor hasNextPage iss aud add-plan remove-plan
    /members/verify-token /v2/data-tables`,
  ],
  [
    ['memberstack-1'],
    `MemberStack.onReady reload() getToken() logout() getMetaData() updateMetaData updateProfile localStorage.memberstack
    data-memberstack-id #/ms/signup ms-field ms-hide-element ms-profile ms-login ms-signup ms-forgot`,
  ],
]

/** The requests of the published client and admin package. */
const vendorPaths =
  `/page-view /app-member /app /app/plans/{planId} /auth/signup /auth/login /auth/passwordless/login/send
  /auth/passwordless/signup/send /auth/passwordless/login /member /member/json /member-auth /member/set-password
  /member/plans/add /member/plans/remove /member/plans/create-checkout-session /member/create-billing-portal-session
  /auth/send-email-verification /auth/send-reset-password-email /auth/reset-password /member/profile-image
  /member/disconnect-provider /member/team/join /member/team/{teamId} /member/team/remove-member
  /member/team/generate-invite-link /secure-content /comments/channels/info /comments/channels/manage-subscription
  /comments/posts/typing /comments/posts /comments/posts/{postId} /comments/posts/{postId}/update
  /comments/posts/{postId}/vote /comments/threads /comments/threads/{threadId} /comments/threads/{threadId}/update
  /comments/threads/{threadId}/vote /v1/data-tables /v1/data-tables/{table} /v1/data-records/query /v1/data-records
  /v1/data-records/{recordId} /event /member/logout /auth-provider/login /auth-provider/signup /auth-provider/connect
  /members /members/{member} /members/{member}/add-plan /members/{member}/remove-plan /v2/data-tables
  /v2/data-tables/{table} /v2/data-tables/{table}/records /v2/data-tables/{table}/records/query
  /v2/data-tables/{table}/records/{recordId} /members/verify-token`.split(/\s+/u)

test('the first screen of the README creates an app of its own', () => {
  const [screen = ''] = readFileSync(join(projectRoot, 'README.md'), 'utf8').split('\n## ')
  for (const command of ['npm start', 'npm run admin -- apps create', 'npm run inspect -- '])
    expect(screen).toContain(`\n${command}`)
})

test.for(published)('%s have each name that code for Memberstack uses', ([documents, names]) => {
  const text = documents.map(read).join('\n')
  const isNamed = (name: string): boolean => {
    const escaped = name.replaceAll(/[$()*+.?[\\\]^{|}]/gu, '\\$&')
    return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'u').test(text)
  }
  expect(names.split(/\s+/u).filter((name) => !isNamed(name))).toEqual([])
})

/** The rows of "Name by name": each name, with what it does here. */
const [, byName = ''] = read('moving-from-memberstack').split('\n## Name by name\n')
const verdicts = byName.split('\n').flatMap((line) => {
  const [, cell = '', here = '', note = ''] = line.split('|').map((text) => text.trim())
  const names = [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name)
  return cell.startsWith('`') ? names.map((name) => ({ name, here, note })) : []
})

test('each name of Memberstack’s client, wire and webhooks has one verdict, with the reason if it does not work', () => {
  const names = verdicts.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  for (const { name, here, note } of verdicts) {
    expect(['works', 'differs', 'not supported'], name).toContain(here)
    if (here !== 'works') expect(note, name).toMatch(/\S.{15,}/u)
  }
  const [[, methods] = [[], '']] = published
  const events = published.flatMap(([, list]) => list.split(/\s+/u)).filter((name) => /^(team\.)?member\./u.test(name))
  const wire = `x-api-key x-app-id x-session-id x-user-agent referring-path authorization ms-mid`
  const wanted = [...methods.split(/\s+/u), ...events, ...wire.split(' '), ...vendorPaths]
  expect(wanted.filter((name) => !names.includes(name))).toEqual([])
})

test('what works, by the table, exists', () => {
  const client = fakeClient()
  const paths = new Set([
    ...Object.values(membershipEndpoints).map(({ path }) => path),
    ...Object.values(adminEndpoints).map(({ path }) => path),
    ...['login', 'signup', 'connect'].map((flow) => `${AUTH_PROVIDER_PATH}/${flow}`),
  ])
  const [[, methods] = [[], '']] = published
  const missing = verdicts
    .filter(({ here }) => here !== 'not supported')
    .filter(({ name }) => {
      if (name.startsWith('/')) return !paths.has(name.replaceAll(/\{(\w+)\}/gu, ':$1'))
      if (methods.split(/\s+/u).includes(name)) return !(name in client)
      return /^(team\.)?member\./u.test(name) && !(name in webhookEvents)
    })
  expect(missing.map(({ name }) => name)).toEqual([])
})
