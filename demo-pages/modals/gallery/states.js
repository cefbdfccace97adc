import { passkeys, proofs, recoveryCodes, signIn, totp } from './answers.js'
import {
  asksProvider,
  code,
  comesBack,
  company,
  failsToSend,
  isSending,
  isToldProvider,
  joins,
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
 * @property {boolean} [member] a member has to be logged in, though the screen is for anyone
 * @property {Record<string, object>} [answers] what the API answers, by the end of the path
 * @property {object} [params] for openModal, on top of the screen's
 */

/**
 * @typedef {object} Screen
 * @property {string} name for openModal
 * @property {string} heading
 * @property {object} [params]
 * @property {boolean} [member] a member has to be logged in
 * @property {string} [account] one of accounts.js, unless the state has one
 * @property {Record<string, object>} [answers] unless the state has them
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
      'three-providers': { app: 'three-providers' },
      'last-used': { app: 'three-providers' },
      'own-providers': { app: 'own-providers' },
      'provider-open': { steps: asksProvider('empty') },
      'provider-blocked': { steps: asksProvider('blocked') },
      'use-provider': { steps: isToldProvider },
      'logged-in': { member: true },
      'providers-only': { app: 'providers-only' },
      'other-site': { app: 'other-site' },
      'light-dom': { params: { lightDom: true }, steps: (ui) => ui.submit() },
      branded: { app: 'branded' },
      loading,
      unreachable,
      welcome: { steps: comesBack },
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
      welcome: { steps: joins },
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
      'without-email': { params: { email: '' } },
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
      'link-only': { app: 'link-only' },
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
      unsaved: { steps: async (ui) => (await company(ui), await ui.click('close_button')) },
      'every-field': { app: 'every-field', params: { tab: 'profile' } },
      'one-tab': { params: { tab: 'security' } },
      'no-fields': { app: 'no-fields' },
      security: { steps: (ui) => ui.click('security_button') },
      sessions: { account: 'elsewhere', params: { tab: 'security' } },
      passkeys: { params: { tab: 'security' }, answers: { ...passkeys, ...signIn({ isOn: true }) } },
      renaming: { params: { tab: 'security' }, answers: passkeys, steps: (ui) => ui.click('passkey_rename') },
      'two-step': { params: { tab: 'security' }, answers: signIn({ isOn: true }) },
      'two-step-asking': {
        params: { tab: 'security' },
        answers: signIn({ isOn: true }),
        steps: (ui) => ui.click('two_step_turn_off'),
      },
      'new-email': { params: { tab: 'security' }, answers: signIn({}, 'ada@new.example') },
      'two-step-ends': {
        params: { tab: 'security' },
        answers: signIn({ isOn: true, endsAt: '2026-12-01T09:00:00.000Z' }),
      },
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
      'wrong-password': {
        params: { tab: 'changePassword' },
        steps: async (ui) => {
          for (const name of ['oldPassword', 'newPassword', 'confirmPassword']) await ui.fill(name, 'not-the-old-one')
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
      'team-alone': { account: 'lone-owner', params: { tab: 'team' } },
      'team-full': { account: 'full-team', params: { tab: 'team' } },
      'team-asking': { account: 'full-team', params: { tab: 'team' }, steps: (ui) => ui.click('remove_button') },
      'team-regenerating': {
        account: 'owner',
        params: { tab: 'team' },
        steps: (ui) => ui.click('regenerate_invite_link'),
      },
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
  'delete-member': {
    name: 'DELETE_MEMBER',
    heading: 'Delete account',
    member: true,
    states: { empty: {}, branded: { app: 'branded' } },
  },
  'delete-comment': {
    name: 'DELETE_COMMENT',
    heading: 'Delete comment',
    member: true,
    params: { content: 'First words\nand others' },
    states: {
      empty: {},
      'with-replies': { params: { hasReplies: true } },
      long: { params: { content: 'word '.repeat(400) } },
    },
  },
  'second-factor': {
    name: 'SECOND_FACTOR',
    heading: 'Second step',
    params: { challenge: 'none', methods: ['passkey', 'totp', 'recovery-code'] },
    states: {
      empty: {},
      filled: { steps: code },
      errors: { steps: (ui) => ui.submit() },
      refused: { steps: async (ui) => (await code(ui), await ui.submit()) },
      sending: { steps: isSending(code) },
      'recovery-code': { steps: (ui) => ui.click('second_factor_use_recovery') },
      'passkey-only': { params: { methods: ['passkey'] } },
      lost: {
        steps: async (ui) => {
          const message = 'We have emailed you a link. It removes two-step verification after a safety wait.'
          ui.refuses('/auth/second-factor/recovery', 200, { data: { success: true }, message })
          await ui.click('second_factor_lost')
        },
      },
    },
  },
  'second-factor-setup': {
    name: 'SECOND_FACTOR_SETUP',
    heading: 'Two-step verification, setup',
    member: true,
    answers: { '/member/totp': totp },
    states: {
      empty: {},
      codes: {
        steps: async (ui) => {
          ui.refuses('/member/totp/confirm', 200, { data: { recoveryCodes } })
          await code(ui)
        },
      },
      sending: { steps: isSending(code) },
      refused: { params: { challenge: 'none' } },
    },
  },
  'login-link': {
    name: 'LOGIN_LINK',
    heading: 'Login link in another browser',
    params: { token: 'lnk_none', email: mail, device: 'Firefox on macOS, 192.0.2.0/24' },
    states: {
      empty: {},
      refused: { steps: (ui) => ui.submit() },
      sending: { steps: isSending(async () => {}) },
      code: {
        steps: async (ui) => {
          ui.refuses('/auth/login-link', 200, { data: { code: '123456' } })
          await ui.click('login_link_show_code')
        },
      },
    },
  },
  reauthenticate: {
    name: 'REAUTHENTICATE',
    heading: 'Confirm it’s you',
    member: true,
    params: { act: 'deleteMember' },
    states: {
      empty: {},
      filled: { steps: (ui) => ui.fill('password', 'a-good-password') },
      errors: { steps: (ui) => ui.submit() },
      refused: { steps: async (ui) => (await ui.fill('password', 'not-the-password'), await ui.submit()) },
      sending: { steps: isSending((ui) => ui.fill('password', 'a-good-password')) },
      'by-provider': { account: 'connected', answers: proofs('provider') },
      'or-provider': { account: 'connected', answers: proofs('password', 'provider') },
      'by-app': {
        answers: proofs('passkey', 'totp', 'recovery-code'),
        steps: (ui) => ui.click('second_factor_use_app'),
      },
      'by-code': { answers: proofs('code') },
      'log-in-again': { answers: proofs() },
      loading,
    },
  },
  'add-passkey': {
    name: 'ADD_PASSKEY',
    heading: 'Add a passkey',
    member: true,
    states: { empty: {}, creating: { steps: isSending(async () => {}) } },
  },
  'join-team': {
    name: 'JOIN_TEAM',
    heading: 'Join a team',
    member: true,
    account: 'invited',
    params: { inviteToken: 'no-such-token' },
    states: {
      empty: {},
      'no-longer-valid': { account: 'bare' },
      refused: { steps: (ui) => ui.click('join_team_button') },
      joined: {
        steps: async (ui) => {
          ui.refuses('/member/team/join', 200, { data: { teamId: 'team_gallery' } })
          await ui.click('join_team_button')
        },
      },
      joining: {
        steps: async (ui) => {
          const button = await ui.button('join_team_button')
          ui.network('slow')
          button.click()
        },
      },
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
