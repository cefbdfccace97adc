import { describe, expect, test } from 'vitest'
import { translateMessages } from '../../../../widget/modals/texts/translations'
import { MembershipError } from '../../../../widget/transport/membership-error'
import { aMember } from '../../../support/a-member'
import { fakeClient } from '../../../support/fake-client'

const texts: Record<string, string> = {
  'error_invalid-credentials': 'Falsch.',
  'error_client/invalid-token': 'Neu anmelden.',
  success_updateMember: 'Gespeichert.',
  success_sendMemberResetPasswordEmail: 'Unterwegs.',
  success_getMemberJSON: 'nie',
}

function speaking() {
  const client = fakeClient()
  return { client, translated: translateMessages(client, (key) => texts[key] ?? null) }
}
const login = { email: 'ada@example.com', password: 'secret' }

describe('the client that forms and modals call', () => {
  test('is the global object of the moment, in place of the one of the start', async () => {
    const { client, translated, window } = onPage()
    const asked: PropertyKey[] = []
    window.$memberstackDom = new Proxy(client, {
      get(target, name) {
        asked.push(name)
        return Reflect.get(target, name)
      },
    })
    await translated.loginMemberEmailPassword(login)
    expect(asked).toContain('loginMemberEmailPassword')
    const replacing = fakeClient()
    window.$memberstackDom = replacing
    await translated.loginMemberEmailPassword(login)
    expect([client, replacing].map((one) => one.loginMemberEmailPassword.mock.calls.length)).toEqual([1, 1])
  })

  test('is ours where a method is missing, the object is gone, or comes from a package that logs in elsewhere', async () => {
    const { client, translated, window } = onPage()
    const { createMemberTicket } = client
    const foreign = fakeClient()
    for (const global of [undefined, { createMemberTicket }, { ...foreign, createMemberTicket: undefined }]) {
      Reflect.set(window, '$memberstackDom', global)
      await translated.loginMemberEmailPassword(login)
    }
    expect(client.loginMemberEmailPassword).toHaveBeenCalledTimes(3)
    expect(foreign.loginMemberEmailPassword).not.toHaveBeenCalled()
  })
})

function onPage() {
  const client = fakeClient()
  // Only its global object is read.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const window = {} as Window
  return { client, window, translated: translateMessages(client, () => null, window) }
}

describe('what the server says in a modal', () => {
  test.each([
    ['invalid-credentials', 'Falsch.'],
    ['client/invalid-token', 'Neu anmelden.'],
    ['email-already-in-use', 'As the server said.'],
  ])('the refusal %s reads “%s”', async (code, message) => {
    const { client, translated } = speaking()
    const reason = new MembershipError(code, 'As the server said.', 400, {})
    client.loginMemberEmailPassword.mockRejectedValueOnce(reason)
    const refused = translated.loginMemberEmailPassword(login)
    await expect(refused).rejects.toBeInstanceOf(MembershipError)
    await expect(refused).rejects.toMatchObject({ code, message, statusCode: 400 })
  })

  test('a success reads in the modal’s language, its data stay', async () => {
    const { client, translated } = speaking()
    const data = aMember()
    client.updateMember.mockResolvedValueOnce({ data, message: 'Your changes have been saved.' })
    expect(await translated.updateMember({ customFields: {} })).toEqual({ data, message: 'Gespeichert.' })
  })

  test('an answer that is itself a sentence is translated', async () => {
    const { translated } = speaking()
    expect(await translated.sendMemberResetPasswordEmail({ email: 'ada@example.com' })).toEqual({ data: 'Unterwegs.' })
  })

  test('nothing is added where the server said nothing', async () => {
    const { client, translated } = speaking()
    client.updateMember.mockResolvedValueOnce({ data: aMember() })
    expect(await translated.updateMember({ customFields: {} })).toEqual({ data: aMember() })
    client.getMemberJSON.mockResolvedValueOnce({ data: { message: 'mine' } })
    expect(await translated.getMemberJSON()).toEqual({ data: { message: 'mine' } })
  })

  test('what a page’s own code rejected with is passed on as it is', async () => {
    const { client, translated } = speaking()
    client.logout.mockRejectedValueOnce('plain')
    await expect(translated.logout()).rejects.toBe('plain')
  })

  test('methods that answer at once still do', () => {
    const { client, translated } = speaking()
    client.getMemberCookie.mockReturnValueOnce('token')
    expect(translated.getMemberCookie()).toBe('token')
    translated.hideModal()
    expect(client.hideModal).toHaveBeenCalledOnce()
  })
})
