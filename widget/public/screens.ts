/** TYPES of the screens of `openModal`: names, parameters and results. */
import type { SecondFactorMethod } from '../../contract/errors'
import type { CustomFieldValue, MemberAuth } from '../../contract/types/member'

/** Screens by the name that `openModal` takes, with their parameters. */
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
  DELETE_MEMBER: ScreenParams
  SECOND_FACTOR: SecondFactorScreenParams
  SECOND_FACTOR_SETUP: SecondFactorSetupScreenParams
  ADD_PASSKEY: ScreenParams
  LOGIN_LINK: LoginLinkScreenParams
  REAUTHENTICATE: ReauthenticateScreenParams
  DELETE_COMMENT: DeleteCommentScreenParams
}

export interface ScreenParams {
  /** Texts for this opening, by text key. They take precedence over the app's and the page's. */
  translations?: Record<string, string>
  /**
   * Renders the modal in the page’s light DOM instead of a shadow root, for password managers that need it. Never
   * PROFILE.
   */
  lightDom?: boolean
}

export interface EmailScreenParams extends ScreenParams {
  /** Initial value of its email field. */
  email?: string
}

export interface LoginScreenParams extends EmailScreenParams {
  /** Starts with the emailed code (true) or the password (false). Default: as the app is set. */
  passwordless?: boolean
  /** A provider login creates an account for new people (true) or refuses (false). Default: as the app's policy says. */
  allowSignup?: boolean
  /** IDs of free plans that people who sign up join. Plans with a price are skipped. */
  signup?: { plans?: string[] }
}

export interface SignupScreenParams extends LoginScreenParams {
  /** Initial values of the custom fields, by field key. */
  customFields?: Record<string, CustomFieldValue>
}

/** A code was emailed to `email`. Earlier input is kept here. */
export interface PasswordlessScreenParams extends LoginScreenParams {
  /** The form that requested the code. Back returns to it. */
  modal?: 'login' | 'signup'
  plans?: { planId: string }[]
  customFields?: Record<string, CustomFieldValue>
}

export interface ProfileScreenParams extends ScreenParams {
  /** Only this tab, without navigation. */
  tab?: 'profile' | 'security' | 'changePassword' | 'plans' | 'team'
}

export interface TestCardScreenParams extends ScreenParams {
  /** Removes the close button: "continue" closes the modal instead. */
  hideCloseButton?: boolean
}

export interface JoinTeamScreenParams extends ScreenParams {
  /** Token of the invite link that the member opened. */
  inviteToken?: string
}

export interface DeleteCommentScreenParams extends ScreenParams {
  /** The text of the comment, to show in the question. */
  content?: string
  /** Its replies are deleted too. */
  hasReplies?: boolean
}

/** The second step of a login, after `second-factor-required`. */
export interface SecondFactorScreenParams extends EmailScreenParams {
  /** Of the error. */
  challenge?: string
  /** Accepted proofs, of the error. */
  methods?: readonly SecondFactorMethod[]
}

export interface SecondFactorSetupScreenParams extends EmailScreenParams {
  /** Of the error `second-factor-setup-required`. Without it, the logged-in member sets up two-step verification. */
  challenge?: string
}

/** The link of a login email, in a browser that did not request it. */
export interface LoginLinkScreenParams extends EmailScreenParams {
  /** From the link: `lnk_…`. */
  token?: string
  /** Where it was requested. */
  device?: string
}

/** Asks the member for a proof. Resolves with `CONTINUE`. */
export interface ReauthenticateScreenParams extends ScreenParams {
  /** What needs the proof: a name of `openapi.json`, such as `deleteMember`. An unknown one is not shown. */
  act?: string
}

export type ScreenName = keyof ScreenMap

/** How a modal ended. After a success it stays open until `hideModal`. */
export type ModalResult = ModalSuccess | { type: 'CLOSED' }

/** `type` is what happened, whichever screen was opened: someone who opens SIGNUP may log in instead. */
export type ModalSuccess =
  | { type: 'LOGIN' | 'SIGNUP'; data: MemberAuth }
  | { type: 'LOGOUT'; data: { redirect: string | null } }
  /** "Continue" on the test card screen, or yes to the question whether to delete something. */
  | { type: 'CONTINUE'; data: null }
  /** The member joined the team. */
  | { type: 'JOIN_TEAM'; data: { teamId: string } }
