// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { modalMethods } from '../../../widget/client/create-client'
import { screens } from '../../../widget/modals/screens'
import { $app, setApp, setReadiness } from '../../../widget/stores/app'
import { $modalRequest, hideModal, requestModal, warmModals } from '../../../widget/stores/modal'
import { setMember } from '../../../widget/stores/identity'
import { aMember } from '../../support/a-member'
import { anApp } from '../../support/an-app'
import { expectConsole } from '../../setup/console-watch'
import { modalStage, type ModalStage } from './open-modal'

let stage: ModalStage

afterEach(() => {
  vi.useRealTimers()
  stage.leave()
})

describe('the modal host', () => {
  test('draws nothing until a modal is wanted, and keeps nothing of the page’s data in attributes', () => {
    stage = modalStage()
    expect(stage.dialog()).toBeNull()
    void stage.open()
    expect(stage.dialog()?.open).toBe(true)
    expect(
      stage
        .element()
        .getAttributeNames()
        .filter((name) => name !== 'style'),
    ).toEqual([])
  })

  test('a copy that the page makes of its element draws nothing', () => {
    stage = modalStage()
    const copy = document.importNode(stage.element(), true)
    act(() => document.body.append(copy))
    void stage.open()
    expect(copy.shadowRoot?.childElementCount).toBe(0)
    expect(stage.dialog()?.open).toBe(true)
    act(() => copy.remove())
  })

  test('names the call that a page means by CHECKOUT', async () => {
    stage = modalStage()
    // @ts-expect-error what a page's script may do
    await expect(modalMethods.openModal('CHECKOUT')).rejects.toMatchObject({
      message: 'Unknown modal "CHECKOUT". Call purchasePlansWithCheckout({ priceId }).',
    })
  })

  test.each(['TOASTER', 'log in', 'toString', undefined])(
    'refuses a modal named %s with a clear error, and draws nothing',
    async (name) => {
      stage = modalStage()
      // @ts-expect-error what a page's script may do
      const opened = modalMethods.openModal(name)
      await expect(opened).rejects.toMatchObject({
        name: 'MembershipError',
        code: 'invalid-field-value',
        message: `Unknown modal "${name}". Use LOGIN, SIGNUP, FORGOT_PASSWORD, RESET_PASSWORD or PROFILE.`,
        statusCode: 400,
      })
      expect([$modalRequest.get(), stage.dialog()]).toEqual([null, null])
    },
  )

  test('closes by its button, as closed', async () => {
    stage = modalStage()
    const result = stage.open()
    await stage.click('.close')
    expect(await result).toEqual({ type: 'CLOSED' })
    expect(stage.dialog()?.open).toBe(false)
  })

  test('closes when the browser closes the dialog, as it does on Escape', async () => {
    stage = modalStage()
    const result = stage.open()
    await act(async () => stage.dialog()?.close())
    expect(await result).toEqual({ type: 'CLOSED' })
  })

  test('an opening right after Escape, before the browser reports it, is shown and stays', async () => {
    stage = modalStage()
    const first = stage.open()
    stage.dialog()?.removeAttribute('open')
    void stage.open()
    expect(stage.dialog()?.open).toBe(true)
    expect(await first).toEqual({ type: 'CLOSED' })
    await act(async () => stage.dialog()?.dispatchEvent(new Event('close')))
    expect(stage.dialog()?.open).toBe(true)
    expect(stage.dialog()?.inert).toBe(false)
  })

  test('a render after Escape, before the browser reports it, opens nothing again', async () => {
    stage = modalStage()
    const result = stage.open()
    stage.dialog()?.removeAttribute('open')
    act(() => setApp(anApp()))
    expect(stage.dialog()?.open).toBe(false)
    await act(async () => stage.dialog()?.dispatchEvent(new Event('close')))
    expect(await result).toEqual({ type: 'CLOSED' })
  })

  test('keeps drawing for the time of the fade, out of reach, and then no longer', () => {
    vi.useFakeTimers()
    stage = modalStage()
    void stage.open()
    stage.hide()
    expect(stage.dialog()?.inert).toBe(true)
    act(() => void vi.advanceTimersByTime(399))
    expect(stage.text()).toContain('Log in')
    act(() => void vi.advanceTimersByTime(1))
    expect(stage.dialog()).toBeNull()
  })

  test('opens again while the last one fades, with what was typed but no password', () => {
    stage = modalStage()
    void stage.open()
    stage.type('email', 'ada@example.com')
    stage.type('password', 'secret word')
    stage.hide()
    void stage.open()
    expect(stage.dialog()?.open).toBe(true)
    expect(stage.dialog()?.inert).toBe(false)
    expect([stage.input('email').value, stage.input('password').value]).toEqual(['ada@example.com', ''])
  })

  test('an opening on top of another ends the first as closed', async () => {
    stage = modalStage()
    const first = stage.open()
    void stage.open()
    expect(await first).toEqual({ type: 'CLOSED' })
    expect(stage.dialog()?.open).toBe(true)
  })

  test('waits for the app with a named indicator, then shows the form with the focus in it', () => {
    stage = modalStage({ known: false })
    void stage.open()
    expect(stage.find('output').textContent).toBe('Loading…')
    expect(stage.dialog()!.getAttribute('aria-label')).toBe('Log in to your account')
    expect(stage.client.getApp).not.toHaveBeenCalled()
    act(() => setApp(anApp({ texts: { login: 'Einloggen' } })))
    expect(stage.find('button[type=submit]').textContent).toBe('Einloggen')
    expect(stage.element().shadowRoot?.activeElement?.getAttribute('name')).toBe('email')
  })

  test('asks for the app again when the page could not load it, and offers to try once more', async () => {
    stage = modalStage({ known: false })
    stage.client.getApp.mockRejectedValueOnce(new Error('offline'))
    void stage.open()
    await act(async () => setReadiness('timed-out'))
    expect(stage.client.getApp).toHaveBeenCalledOnce()
    expect(stage.find('.load-error [role=alert]').textContent).toBe('Please check your connection and try again.')
    stage.client.getApp.mockImplementationOnce(async () => {
      $app.set(anApp())
      return { data: anApp() }
    })
    await stage.click('.load-error button')
    expect(stage.find('form')).toBeTruthy()
  })

  test('says so when an answer holds no app', async () => {
    stage = modalStage({ known: false })
    stage.client.getApp.mockImplementation(async () => ({ data: JSON.parse('null') }))
    act(() => setReadiness('timed-out'))
    void stage.open()
    await act(async () => {})
    expect(stage.text()).toContain('Loading failed')
  })

  test('finds its place again after the page swapped its body', () => {
    stage = modalStage()
    const element = stage.element()
    act(() => document.body.replaceChildren())
    void stage.open()
    expect(element.isConnected).toBe(true)
    expect(stage.dialog()?.open).toBe(true)
  })

  test('a modal that is taken off the page ends as closed', async () => {
    stage = modalStage()
    const result = stage.open()
    await act(async () => {})
    act(() => stage.element().remove())
    expect(await result).toEqual({ type: 'CLOSED' })
  })

  test('ends as closed and leaves nothing when it is unmounted', async () => {
    stage = modalStage()
    const result = stage.open()
    const element = stage.element()
    act(() => stage.host.unmount())
    expect(await result).toEqual({ type: 'CLOSED' })
    void requestModal('LOGIN', {})
    expect(element.isConnected).toBe(false)
    hideModal()
  })

  test('a screen that fails leaves a way out and a word to the builder', async () => {
    const { component } = screens.LOGIN
    screens.LOGIN.component = () => {
      throw new Error('broken')
    }
    expectConsole('error', /A modal could not be rendered.*broken/s)
    expectConsole('error', /The above error occurred|broken/)
    stage = modalStage()
    const result = stage.open()
    expect(stage.text()).toContain('Loading failed')
    await stage.click('.close')
    expect(await result).toEqual({ type: 'CLOSED' })
    screens.LOGIN.component = component
  })
})

describe('a screen that is prepared', () => {
  const form = () => stage.element().shadowRoot?.querySelector('form')
  const prepare = (): Promise<void> => act(async () => warmModals('LOGIN'))
  afterEach(() => act(() => setMember(undefined)))

  test('is closed, calls nothing, and is what the opening shows', async () => {
    stage = modalStage()
    await prepare()
    const prepared = form()
    expect(prepared).toBeInstanceOf(HTMLFormElement)
    expect(stage.dialog()?.open).toBe(false)
    expect(stage.client._offerPasskeys).not.toHaveBeenCalled()
    act(() => void requestModal('LOGIN', { allowSignup: true }))
    expect(stage.dialog()?.open).toBe(true)
    expect(form()).toBe(prepared)
    expect(stage.element().shadowRoot?.activeElement).toBe(stage.input('email'))
  })

  test('is drawn again for what it could not know, and only once', async () => {
    stage = modalStage()
    await prepare()
    const prepared = form()
    act(() => void requestModal('LOGIN', { email: 'ada@example.com' }))
    expect(form()).not.toBe(prepared)
    expect(stage.input('email').value).toBe('ada@example.com')
    vi.useFakeTimers()
    stage.hide()
    act(() => void vi.runAllTimers())
    expect(stage.dialog()).toBeNull()
  })

  test('says who is logged in, if somebody is by then', async () => {
    stage = modalStage()
    await prepare()
    act(() => setMember(aMember()))
    void stage.open()
    expect(stage.text()).toContain(aMember().auth.email)
  })
})
