/** TYPES of the screens that `openModal` shows: their names, parameters and results. */
import type { CustomFieldValue, MemberAuth } from '../../contract/types/member'

/** The screens that exist, by the name that `openModal` takes, with their parameters. */
export interface ScreenMap {
  LOGIN: LoginScreenParams
  SIGNUP: SignupScreenParams
  FORGOT_PASSWORD: EmailScreenParams
  RESET_PASSWORD: EmailScreenParams
  RESET_PASSWORD_SUCCESS: ScreenParams
  PASSWORDLESS_TOKEN: PasswordlessScreenParams
  PROFILE: ProfileScreenParams
  TEST_CARD: TestCardScreenParams
  JOIN_TEAM: JoinTeamScreenParams
}

export interface ScreenParams {
  /** Texts for this one opening, by text key; they win over the app's and the page's. */
  translations?: Record<string, string>
  /** Draws the modal in the page’s own DOM instead of a shadow root, for password managers that need it; never PROFILE. */
  lightDom?: boolean
}

export interface EmailScreenParams extends ScreenParams {
  /** What its field holds at first: known to the page, or already typed on another screen. */
  email?: string
}

export interface LoginScreenParams extends EmailScreenParams {
  /** Starts with the mailed code, or with the password; without it as the app says. */
  passwordless?: boolean
  /** A login with a provider makes an account for those who have none; without it they are asked to sign up first. */
  allowSignup?: boolean
}

export interface SignupScreenParams extends LoginScreenParams {
  /** Ids of free plans to join; plans with a price are passed over. */
  signup?: { plans?: string[] }
  /** What the custom fields hold at first, by field key. */
  customFields?: Record<string, CustomFieldValue>
}

/** A code is on its way to `email`; what was filled in before waits here. */
export interface PasswordlessScreenParams extends LoginScreenParams {
  /** Which form asked for the code; decides where back leads to. */
  modal?: 'login' | 'signup'
  plans?: { planId: string }[]
  customFields?: Record<string, CustomFieldValue>
}

export interface ProfileScreenParams extends ScreenParams {
  /** Only this tab, without the navigation to the others. */
  tab?: 'profile' | 'security' | 'changePassword' | 'plans' | 'team'
}

export interface TestCardScreenParams extends ScreenParams {
  /** Leaves out the button in the corner: "continue" is the way on then. */
  hideCloseButton?: boolean
}

export interface JoinTeamScreenParams extends ScreenParams {
  /** Of the invite link that the member has opened. */
  inviteToken?: string
}

export type ScreenName = keyof ScreenMap

/** How an opened modal ended. On success it stays open until `hideModal`. */
export type ModalResult = ModalSuccess | { type: 'CLOSED' }

/** `type` is what was done, whichever screen was opened: one who opens SIGNUP may log in instead. */
export type ModalSuccess =
  | { type: 'LOGIN' | 'SIGNUP'; data: MemberAuth }
  | { type: 'LOGOUT'; data: { redirect: string | null } }
  /** "Continue" on the screen with the test cards. */
  | { type: 'CONTINUE'; data: null }
  /** The member has joined the team. */
  | { type: 'JOIN_TEAM'; data: { teamId: string } }
