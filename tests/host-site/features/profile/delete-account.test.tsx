// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { profileServer } from '../../support/member-credits'
import { aMember, refusal } from '../../support/fake-client'
import { alertText, click, control, find, leaveSite, renderSite } from '../../support/render-site'

afterEach(leaveSite)

/** A member's settings with the open dialog. */
async function ask() {
  const site = await renderSite('/profile#settings', { loggedIn: aMember(), call: profileServer().call })
  await click(control('Delete Account'))
  return site
}
const dialog = (): HTMLDialogElement => {
  const element = find('dialog')
  if (!(element instanceof HTMLDialogElement)) throw new Error('Not a dialog.')
  return element
}
const confirm = () => control('Delete Account', 'dialog')

describe('deleting the account', () => {
  it('asks first, and does nothing if the member cancels', async () => {
    const { client } = await ask()
    expect(dialog().open).toBe(true)
    await click(control('Keep Account'))
    expect(dialog().open).toBe(false)
    expect(client.deleteMember).not.toHaveBeenCalled()
  })

  it('deletes the account, clears stored data, and reloads the home page', async () => {
    const { client, loads } = await ask()
    await click(confirm())
    expect(client.deleteMember).toHaveBeenCalledOnce()
    expect(window.localStorage).toHaveLength(0)
    expect(loads).toEqual(['/'])
  })

  it.each([
    ['the text of the service', refusal('access-denied', 'Not you.', 403), 'Not you.'],
    ['its own text without one', refusal('x', '', 500), 'Your account could not be deleted. Please try again.'],
    [
      'that something unexpected happened when no answer came',
      refusal('network-error', 'Unreachable.', 0),
      'An unexpected error occurred. Please try again.',
    ],
  ])('says %s when it fails; the member stays, and can try again', async (_name, error, text) => {
    const { client, loads } = await ask()
    client.deleteMember.mockRejectedValueOnce(error)
    await click(confirm())
    expect(alertText()).toBe(text)
    expect(dialog().open).toBe(true)
    expect(window.localStorage.getItem('isLoggedIn')).toBe('true')
    expect(loads).toEqual([])
    await click(confirm())
    expect(loads).toEqual(['/'])
  })

  it('clears an old error when it is opened again', async () => {
    const { client } = await ask()
    client.deleteMember.mockRejectedValueOnce(refusal('access-denied', 'Not you.', 403))
    await click(confirm())
    await click(control('Keep Account'))
    await click(control('Delete Account'))
    expect(alertText()).toBeNull()
  })

  it('is sent once, and cannot be closed while it runs', async () => {
    const { client } = await ask()
    client.deleteMember.mockReturnValue(new Promise(() => {}))
    await click(confirm())
    const deleting = control('Deleting...')
    await click(deleting)
    expect(client.deleteMember).toHaveBeenCalledOnce()
    await click(control('Keep Account'))
    const cancel = new Event('cancel', { cancelable: true })
    await act(async () => dialog().dispatchEvent(cancel))
    expect(cancel.defaultPrevented).toBe(true)
    expect(dialog().open).toBe(true)
  })
})
