import {
  asksProvider,
  code,
  company,
  failsToSend,
  isSending,
  isToldProvider,
  login,
  mail,
  reset,
  signup,
  taken,
} from './steps.js'

/** @typedef {import('./steps.js').Ui} Ui */

/**
 * @typedef {object} State
 * @property {(ui: Ui) => unknown} [steps] what a person does on the open modal
 * @property {'slow' | 'down'} [network] how the network is from the start
 * @property {string} [app] one of apps.js
 * @property {string} [account] one of accounts.js
 * @property {object} [params] for openModal, on top of the screen's
 */

/**
 * @typedef {object} Screen
 * @property {string} name for openModal
 * @property {string} heading
 * @property {object} [params]
 * @property {boolean} [member] somebody has to be logged in
 * @property {Record<string, State>} states
 */

/** @type {State} */
const loading = { network: 'slow' }
/** @type {State} */
const unreachable = { network: 'down' }

/** Every modal in every state. @type {Record<string, Screen>} */
export const screens = {
  login: {
    name: 'LOGIN',
    heading: 'Login',
    states: {
      empty: {},
      filled: { steps: login },
      errors: { steps: (ui) => ui.submit() },
      refused: { steps: async (ui) => (await login(ui), await ui.submit()) },
      offline: { steps: failsToSend(login) },
      sending: { steps: isSending(login) },
      'by-code': { app: 'code-first' },
      'password-only': { app: 'password-only' },
      'no-providers': { app: 'no-providers' },
      'own-providers': { app: 'own-providers' },
      'provider-open': { steps: asksProvider('empty') },
      'provider-blocked': { steps: asksProvider('blocked') },
      'use-provider': { steps: isToldProvider },
      'light-dom': { params: { lightDom: true }, steps: (ui) => ui.submit() },
      branded: { app: 'branded' },
      loading,
      unreachable,
    },
  },
  signup: {
    name: 'SIGNUP',
    heading: 'Signup',
    params: { signup: { plans: ['pln_free'] } },
    states: {
      empty: {},
      filled: { steps: signup },
      errors: { steps: (ui) => ui.submit() },
      refused: {
        steps: async (ui) => {
          await ui.signUpSomebody(taken)
          await signup(ui)
          await ui.fill('email', taken)
          await ui.submit()
        },
      },
      sending: { steps: isSending(signup) },
      'every-field': { app: 'every-field' },
      'every-field-errors': { app: 'every-field', steps: (ui) => ui.submit() },
      'no-fields': { app: 'no-fields' },
      'own-providers': { app: 'own-providers' },
      'provider-open': { steps: asksProvider('empty') },
      'light-dom': { params: { lightDom: true }, steps: (ui) => ui.submit() },
      'by-code': { app: 'code-first' },
      branded: { app: 'branded' },
      loading,
      unreachable,
    },
  },
  'forgot-password': {
    name: 'FORGOT_PASSWORD',
    heading: 'Forgot password',
    states: {
      empty: {},
      filled: { params: { email: mail } },
      errors: { steps: (ui) => ui.submit() },
      offline: { steps: failsToSend((ui) => ui.fill('email', mail)) },
      sending: { steps: isSending((ui) => ui.fill('email', mail)) },
      loading,
      unreachable,
    },
  },
  'reset-password': {
    name: 'RESET_PASSWORD',
    heading: 'Reset password',
    params: { email: mail },
    states: {
      empty: {},
      filled: { steps: reset },
      errors: { steps: (ui) => ui.submit() },
      refused: { steps: async (ui) => (await reset(ui), await ui.submit()) },
      sending: { steps: isSending(reset) },
      loading,
    },
  },
  'reset-password-success': {
    name: 'RESET_PASSWORD_SUCCESS',
    heading: 'Password reset success',
    states: { empty: {}, loading },
  },
  'passwordless-token': {
    name: 'PASSWORDLESS_TOKEN',
    heading: 'One-time code',
    params: { modal: 'login', email: mail },
    states: {
      empty: {},
      'for-signup': { params: { modal: 'signup', email: mail, plans: [{ planId: 'pln_free' }] } },
      filled: { steps: code },
      errors: { steps: (ui) => ui.submit() },
      refused: { steps: async (ui) => (await code(ui), await ui.submit()) },
      sending: { steps: isSending(code) },
      loading,
    },
  },
  profile: {
    name: 'PROFILE',
    heading: 'Profile',
    member: true,
    states: {
      empty: {},
      filled: { steps: company },
      'every-field': { app: 'every-field', params: { tab: 'profile' } },
      'one-tab': { params: { tab: 'security' } },
      'no-fields': { app: 'no-fields' },
      security: { steps: (ui) => ui.click('security_button') },
      'security-errors': {
        steps: async (ui) => {
          await ui.click('security_button')
          await ui.fill('email', 'no address')
          await ui.submit()
        },
      },
      connected: { account: 'connected', params: { tab: 'security' } },
      'own-providers': { app: 'own-providers', params: { tab: 'security' } },
      connecting: {
        params: { tab: 'security' },
        steps: async (ui) => (ui.windows('empty'), await ui.click('connect_with_provider')),
      },
      disconnecting: {
        account: 'connected',
        params: { tab: 'security' },
        steps: (ui) => ui.click('disconnect_provider'),
      },
      'change-password': {
        steps: async (ui) => {
          await ui.click('security_button')
          await ui.click('change_password')
        },
      },
      'change-password-errors': {
        steps: async (ui) => {
          await ui.click('security_button')
          await ui.click('change_password')
          await ui.submit()
        },
      },
      'delete-account': {
        steps: async (ui) => {
          await ui.click('security_button')
          await ui.click('delete_account')
        },
      },
      plans: { account: 'everything', params: { tab: 'plans' } },
      'plans-asking': { account: 'everything', params: { tab: 'plans' }, steps: (ui) => ui.click('remove_button') },
      'no-plans': { account: 'payer', params: { tab: 'plans' } },
      team: { account: 'owner', params: { tab: 'team' } },
      'team-full': { account: 'full-team', params: { tab: 'team' } },
      'team-asking': { account: 'full-team', params: { tab: 'team' }, steps: (ui) => ui.click('remove_button') },
      'team-missing': { account: 'lost-team', params: { tab: 'team' } },
      saving: { steps: isSending(company) },
      'save-fails': { steps: failsToSend(company) },
      branded: { app: 'branded' },
      loading,
    },
  },
  'test-card': {
    name: 'TEST_CARD',
    heading: 'Test cards',
    states: {
      empty: {},
      'menu-open': { steps: (ui) => ui.click('test_card_alternatives') },
      'only-continues': { params: { hideCloseButton: true } },
      'light-dom': { params: { lightDom: true }, steps: (ui) => ui.click('test_card_alternatives') },
      branded: { app: 'branded', steps: (ui) => ui.click('test_card_alternatives') },
      loading,
      unreachable,
    },
  },
  'join-team': {
    name: 'JOIN_TEAM',
    heading: 'Join a team',
    member: true,
    params: { inviteToken: 'no-such-token' },
    states: {
      empty: {},
      refused: { steps: (ui) => ui.click('join_team_button') },
      joining: { steps: async (ui) => (ui.network('slow'), await ui.click('join_team_button')) },
    },
  },
}

/** @type {Record<string, string>} */
export const looks = { light: 'light', dark: 'dark', rtl: 'right to left', long: 'long texts', page: 'as the page' }

/** @param {string} screen @param {string} state @param {string} look a key of `looks` */
export function addressOf(screen, state, look) {
  const network = screens[screen]?.states[state]?.network
  return `/modals/gallery.html?${new URLSearchParams({ screen, state, look, ...(network && { network }) })}`
}
