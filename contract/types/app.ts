/** TYPES of an app, for its pages. */
import type { Plan } from './plan'

export interface App {
  id: string
  name: string
  mode: 'live' | 'sandbox'
  /** Ours: the public key of the mode of this response, for a tag with only the app ID. */
  publicKey: string
  plans: Plan[]
  contentGroups: ContentGroup[]
  customFields: CustomField[]
  allowMemberSelfDelete: boolean
  captchaRequired: boolean
  /** Ours: the captcha provider, and the public key of a hosted one. */
  captcha: { provider: 'proof-of-work' | 'hcaptcha' | 'turnstile'; siteKey: string | null }
  authProviders: AuthProvider[]
  additionalAuthMethods: {
    passwordless: { enabled: boolean; isDefault: boolean }
    passkey?: { enabled: boolean; offer?: 'after-login' | undefined; site?: string | undefined } | undefined
    password?: { enabled: false } | undefined
    link?: { enabled: boolean; only: boolean } | undefined
  }
  /** Ours: browsers store only ID, `verified` and plan IDs of a member. */
  storedMember?: 'minimal' | undefined
  ssoSignupButtonURL: string | null
  isPaid: boolean
  branding: Branding
  /** Ours: the owner's own texts of the modals, by text key. */
  texts: Record<string, string>
  /** Ours: only in Test Mode. */
  inspectorLinks?: InspectorLinks | undefined
}

export interface CustomField {
  key: string
  label: string
  /** Ours: how a form shows the field. */
  type: 'text' | 'textarea' | 'select' | 'checkbox' | 'number' | 'date' | 'url' | 'phone'
  /** Ours: the options of a select. */
  options: string[]
  /** Ours: whether a form requires it. */
  required: boolean
  order: number | null
  hidden: boolean
  visibility: 'PRIVATE' | 'PUBLIC' | 'MEMBERS'
  restrictToAdmin: boolean
}

/** Gated URLs of the site, and who can open them. */
export interface ContentGroup {
  id: string
  key: string
  name: string
  allowAllMembers: boolean
  /** Only if it was requested. */
  activeMemberHasAccess?: boolean | undefined
  /** Where people without access are redirected. */
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

/** The look of the modals (docs/theming.md). Browsers validate each value before use. */
export interface Branding {
  logo: string | null
  colors: {
    lightMode: Record<string, string>
    /** Ours, like all below. */
    darkMode?: Record<string, string> | undefined
  }
  /** Forces a color scheme. Default: the modals follow the page. */
  theme?: 'light' | 'dark' | 'auto' | undefined
  /** Corner radius of the panel, in CSS pixels. */
  cornerRadius?: number | undefined
  /** A list of font families as in CSS, or `inherit` for the page's own. */
  fontFamily?: string | undefined
}

/** Targets of the inspector’s links: http, https, or a path of the site. Links without a target are not shown. */
export interface InspectorLinks {
  helpCenter?: string | undefined
  aiBot?: string | undefined
  components?: string | undefined
  forums?: string | undefined
  slack?: string | undefined
  /** The Edit links: this, then `members`, `profile`, `gated-content`, `settings/design` or `plans`. */
  dashboard?: string | undefined
}
