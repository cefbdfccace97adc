import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
