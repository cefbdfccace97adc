import { codeFromMailbox } from '../mailbox'
import { expect, ready, test } from './outside-test'

test('on a demo page, the results of the published client have the shapes that its callers destructure', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 4\d\d/)
  await page.goto(`${urls.demo}/gating/members.html`)
  await ready(page)
  const told = await page.evaluate(async (address) => {
    const memberstack = window.$memberstackDom
    if (!memberstack) throw new Error('No client')
    const { data: nobody } = await memberstack.getCurrentMember()
    const { data: app } = await memberstack.getApp()
    const { data: plans } = await memberstack.getPlans()
    const { data: plan } = await memberstack.getPlan({ planId: 'pln_free' })
    const { data: groups } = await memberstack.getRestrictedUrlGroups()
    const refused = await memberstack
      .loginMemberEmailPassword({ email: address, password: 'wrong-password' })
      .catch((error: { code: string; message: string }) => error)
    const joined = await memberstack.signupMemberEmailPassword(
      {
        email: address,
        password: 'a-good-password',
        customFields: { 'first-name': 'Ada' },
        plans: [{ planId: 'pln_free' }],
      },
      { includeContentGroups: true },
    )
    const token = memberstack.getMemberCookie()
    const { data: member } = await memberstack.getCurrentMember({ useCache: true })
    const { data: json } = await memberstack.updateMemberJSON({ json: { seen: [1] } })
    const { data: changed } = await memberstack.updateMember({ customFields: { company: 'Engines' } })
    const { data: content } = await memberstack.getSecureContent({ contentId: 'cnt_text' })
    const left = await memberstack.logout()
    return {
      nobody,
      app: app.id,
      isList: Array.isArray(plans) && Array.isArray(groups),
      plan: plan.id,
      refused: 'code' in refused && [refused.code, typeof refused.message],
      joined: [joined.data.member.auth.email, joined.data.tokens.type, joined.data.tokens.accessToken === token],
      access: joined.data.contentGroups?.find(({ key }) => key === 'free-area')?.activeMemberHasAccess,
      member: member?.customFields['first-name'],
      json,
      changed: changed.customFields['company'],
      content: content?.content,
      left: left.data,
      mailed: (await memberstack.sendMemberResetPasswordEmail({ email: address })).data,
    }
  }, email)
  expect(told).toMatchObject({
    nobody: null,
    app: 'app_demo',
    isList: true,
    plan: 'pln_free',
    refused: ['invalid-credentials', 'string'],
    joined: [email, 'bearer', true],
    access: true,
    member: 'Ada',
    json: { seen: [1] },
    changed: 'Engines',
    content: 'The word of the week is sesame.',
    left: { redirect: null },
    mailed: expect.any(String),
  })
  const code = await codeFromMailbox(urls.api, email)
  const after = await page.evaluate(
    async ([address, token]) => {
      const memberstack = window.$memberstackDom
      const reset = await memberstack?.resetMemberPassword({ token, newPassword: 'quite-another-one' })
      const again = await memberstack?.loginMemberEmailPassword({ email: address, password: 'quite-another-one' })
      memberstack?._showMessage('Hello again', false)
      return [reset?.data.success, again?.data.member.auth.email]
    },
    [email, code] as const,
  )
  expect(after).toEqual([true, email])
  await expect(page.getByText('Hello again')).toBeVisible()
})
