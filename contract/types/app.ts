/** TYPES of an app, as its pages read it. */
import type { Plan } from './plan'

export interface App {
  id: string
  name: string
  mode: 'live' | 'sandbox'
  /** Ours: the public key of the mode that this answer is for; a tag that names only the app id learns it here. */
  publicKey: string
  plans: Plan[]
  contentGroups: ContentGroup[]
  customFields: CustomField[]
  allowMemberSelfDelete: boolean
  captchaRequired: boolean
  /** Ours: who checks that a visitor is a person, and the public key that a hosted one wants. */
  captcha: { provider: 'proof-of-work' | 'hcaptcha' | 'turnstile'; siteKey: string | null }
  authProviders: AuthProvider[]
  additionalAuthMethods: { passwordless: { enabled: boolean; isDefault: boolean } }
  ssoSignupButtonURL: string | null
  isPaid: boolean
  branding: Branding
  /** Ours: texts of the modals that the owner changed, by text key. */
  texts: Record<string, string>
  /** Ours: in Test Mode only. */
  inspectorLinks?: InspectorLinks | undefined
}

export interface CustomField {
  key: string
  label: string
  /** Ours: how a form draws the field. */
  type: 'text' | 'textarea' | 'select' | 'checkbox' | 'number' | 'date' | 'url' | 'phone'
  /** Ours: the choices of a select. */
  options: string[]
  /** Ours: whether a form asks for it before it can be sent. */
  required: boolean
  order: number | null
  hidden: boolean
  visibility: 'PRIVATE' | 'PUBLIC' | 'MEMBERS'
  restrictToAdmin: boolean
}

/** Gated addresses of the site, and who may see them. */
export interface ContentGroup {
  id: string
  key: string
  name: string
  allowAllMembers: boolean
  /** Where it was asked for. */
  activeMemberHasAccess?: boolean | undefined
  /** Where others are sent. */
  redirect: string
  urls: { url: string; filter: 'EQUALS' | 'STARTS' }[]
  plans: { id: string }[]
}

export interface AuthProvider {
  /** Its key, such as `google`. */
  provider: string
  name: string | null
  icon: string | null
  order: number
}

/** How the modals look (docs/theming.md). Browsers check each value before they use it. */
export interface Branding {
  logo: string | null
  colors: {
    lightMode: Record<string, string>
    /** Ours, as are all below. */
    darkMode?: Record<string, string> | undefined
  }
  /** Forces one colour scheme; without it the modals follow the page. */
  theme?: 'light' | 'dark' | 'auto' | undefined
  /** Of the panel, in CSS pixels. */
  cornerRadius?: number | undefined
  /** A list of font families as in CSS, or `inherit` for the page's own. */
  fontFamily?: string | undefined
}

/** Where the inspector’s links lead: http, https, or a path of the site. One that is not here is not shown. */
export interface InspectorLinks {
  helpCenter?: string | undefined
  aiBot?: string | undefined
  components?: string | undefined
  forums?: string | undefined
  slack?: string | undefined
  /** What stands before `members`, `profile`, `gated-content`, `settings/design` and `plans` in the Edit links. */
  dashboard?: string | undefined
}
