// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { aMember } from '../support/fake-client'
import { alertText, click, control, find, leaveSite, renderSite } from '../support/render-site'

afterEach(leaveSite)

test('the URL shows the login page with the dialog', async () => {
  const { client } = await renderSite('/forgot-password')
  expect(client.openModal).toHaveBeenCalledExactlyOnceWith('FORGOT_PASSWORD')
  expect(find('h1').textContent).toBe('Welcome Back')
  expect(find('form')).toBeTruthy()
})

test('the link on the login page opens the dialog, and works without the script', async () => {
  const { client } = await renderSite('/login')
  const link = control('Forgot your password?')
  expect(link.getAttribute('data-ms-modal')).toBe('forgot-password')
  expect(link.getAttribute('href')).toBe('/forgot-password')
  expect(client.openModal).not.toHaveBeenCalled()
})

test('a login in the dialog leads to the profile', async () => {
  const { become } = await renderSite('/forgot-password')
  await act(async () => become(aMember()))
  expect(location.pathname).toBe('/profile')
})

test('without the dialog, the page shows an error and the login form', async () => {
  const { client, reports } = await renderSite('/')
  client.openModal.mockRejectedValue(new Error('broken'))
  await act(async () => {
    history.pushState(null, '', '/forgot-password')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(alertText()).toBe('The password reset window could not be opened. Please reload the page.')
  expect(find('form')).toBeTruthy()
  expect(reports).toEqual(['Membership dialog failed: broken'])
})

test('the dialog closes with its page', async () => {
  const { client } = await renderSite('/')
  client.openModal.mockReturnValue(new Promise(() => {}))
  await act(async () => {
    history.pushState(null, '', '/forgot-password')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(client.hideModal).not.toHaveBeenCalled()
  await click(control('Back to Home'))
  expect(client.hideModal).toHaveBeenCalledOnce()
  expect(alertText()).toBeNull()
})
