/**
 * The open modal as a person uses it, created by ui.js.
 * @typedef {object} Ui
 * @property {(kind: 'up' | 'slow' | 'down') => void} network
 * @property {(name: string, value: string) => Promise<void>} fill a field, by its name
 * @property {(digits: string) => Promise<void>} fillCode
 * @property {() => Promise<void>} submit
 * @property {(textKey: string) => Promise<HTMLElement>} button waits until a button or link shows, by the key of its text
 * @property {(textKey: string) => Promise<void>} click such a button
 * @property {() => Promise<void>} clickProvider the first that is offered
 * @property {(kind: 'empty' | 'blocked') => void} windows what the browser makes of the wish for a window
 * @property {(path: string, status: number, body: object) => void} refuses what the API answers there from now on
 * @property {(email: string) => Promise<unknown>} signUpSomebody
 */

/** @typedef {(ui: Ui) => Promise<void>} Steps */

export const mail = 'ada@example.com'
export const taken = `gallery-taken-${Date.now()}@example.com`

/** @param {Steps} fill @returns {Steps} */
export const failsToSend = (fill) => async (ui) => {
  await fill(ui)
  ui.network('down')
  await ui.submit()
}
/** @param {Steps} fill @returns {Steps} */
export const isSending = (fill) => async (ui) => {
  await fill(ui)
  ui.network('slow')
  await ui.submit()
}

/** @type {Steps} */
export const login = async (ui) => {
  await ui.fill('email', mail)
  await ui.fill('password', 'not-her-password')
}
/** @type {Steps} */
export const signup = async (ui) => {
  await ui.fill('first-name', 'Ada')
  await ui.fill('email', mail)
  await ui.fill('password', 'a-good-password')
}
/** Somebody who has an account. @type {Steps} */
export const comesBack = async (ui) => {
  await ui.signUpSomebody(taken)
  await ui.fill('email', taken)
  await ui.fill('password', 'a-good-password')
  await ui.submit()
}
/** Somebody who has none. @type {Steps} */
export const joins = async (ui) => {
  await signup(ui)
  await ui.fill('email', `gallery-new-${Date.now()}@example.com`)
  await ui.submit()
}
/** @type {Steps} */
export const code = (ui) => ui.fillCode('123456')
/** @type {Steps} */
export const reset = async (ui) => {
  await ui.fillCode('123456')
  await ui.fill('password', 'a-new-password')
}

/** @type {Steps} */
export const company = async (ui) => {
  // On a small screen only the navigation is shown at first.
  await ui.click('profile_button')
  await ui.fill('company', 'Analytical Engines')
}

/** @param {'empty' | 'blocked'} kind @returns {Steps} */
export const asksProvider = (kind) => async (ui) => {
  ui.windows(kind)
  await ui.clickProvider()
}
/** @type {Steps} */
export const isToldProvider = async (ui) => {
  ui.windows('blocked')
  const message = 'Please log in with the provider that you signed up with.'
  ui.refuses('/auth/login', 409, { code: 'use-social-login', message, provider: 'google' })
  await login(ui)
  await ui.submit()
}
