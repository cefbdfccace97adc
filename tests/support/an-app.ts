import type { App } from '../../contract/entities'

/** An app as the API returns it. */
export const anApp = (changes: Partial<App> = {}): App => ({
  id: 'app_demo',
  name: 'Demo',
  mode: 'sandbox',
  publicKey: 'pk_sb_demo',
  plans: [],
  contentGroups: [],
  customFields: [],
  allowMemberSelfDelete: true,
  captchaRequired: false,
  captcha: { provider: 'proof-of-work', siteKey: null },
  authProviders: [],
  additionalAuthMethods: { passwordless: { enabled: false, isDefault: false } },
  ssoSignupButtonURL: null,
  isPaid: false,
  branding: { logo: null, colors: { lightMode: {} } },
  texts: {},
  ...changes,
})
