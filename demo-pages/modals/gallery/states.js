/**
 * The open modal as somebody in front of it uses it; ui.js makes it.
 * @typedef {object} Ui
 * @property {(kind: 'up' | 'slow' | 'down') => void} network
 * @property {(name: string, value: string) => Promise<void>} fill a field, by its name
 * @property {(digits: string) => Promise<void>} fillCode
 * @property {() => Promise<void>} submit
 * @property {(textKey: string) => Promise<void>} click a button or link, by the key of its text
 * @property {(email: string) => Promise<unknown>} signUpSomebody
 */

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

const mail = 'ada@example.com'
const taken = `gallery-taken-${Date.now()}@example.com`

/** @type {State} */
const loading = { network: 'slow' }
/** @type {State} */
const unreachable = { network: 'down' }
/** @typedef {(ui: Ui) => Promise<void>} Steps */

/** @param {Steps} fill @returns {Steps} */
const failsToSend = (fill) => async (ui) => {
  await fill(ui)
  ui.network('down')
  await ui.submit()
}
/** @param {Steps} fill @returns {Steps} */
const isSending = (fill) => async (ui) => {
  await fill(ui)
  ui.network('slow')
  await ui.submit()
}

/** @type {Steps} */
const login = async (ui) => {
  await ui.fill('email', mail)
  await ui.fill('password', 'not-her-password')
}
/** @type {Steps} */
const signup = async (ui) => {
  await ui.fill('first-name', 'Ada')
  await ui.fill('email', mail)
  await ui.fill('password', 'a-good-password')
}
/** @type {Steps} */
const code = (ui) => ui.fillCode('123456')
/** @type {Steps} */
const reset = async (ui) => {
  await ui.fillCode('123456')
  await ui.fill('password', 'a-new-password')
}

/** @type {Steps} */
const company = async (ui) => {
  // On a small screen the navigation stands alone at first.
  await ui.click('profile_button')
  await ui.fill('company', 'Analytical Engines')
}

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
