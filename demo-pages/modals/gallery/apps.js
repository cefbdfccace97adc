/** @param {string} key @param {string} label @param {string} type @param {object} more */
const field = (key, label, type, more = {}) => ({
  key,
  label,
  type,
  options: [],
  required: false,
  hidden: false,
  restrictToAdmin: false,
  visibility: 'PRIVATE',
  order: null,
  ...more,
})

/** @param {string} key @param {string} name @param {number} order @param {string} icon a file that may not be there */
const provider = (key, name, order, icon = 'icon.svg') => ({
  provider: key,
  name,
  order,
  icon: `${location.origin}/${icon}`,
})

/** Apps as their owners could have configured them, each as its difference from app_demo. */
export const apps = {
  demo: {},
  'every-field': {
    customFields: [
      field('first-name', 'First name', 'text', { required: true, order: 1 }),
      field('bio', 'About you', 'textarea'),
      field('country', 'Country', 'select', { options: ['Austria', 'Brazil', 'Canada'], required: true }),
      field('newsletter', 'Send me the newsletter', 'checkbox'),
      field('terms', 'I accept the terms', 'checkbox', { required: true }),
      field('age', 'Age', 'number'),
      field('birthday', 'Birthday', 'date'),
      field('website', 'Website', 'url'),
      field('phone', 'Phone', 'phone'),
      field('internal-note', 'Internal note', 'textarea', { hidden: true, restrictToAdmin: true }),
    ],
    captchaRequired: true,
  },
  'no-fields': { customFields: [], allowMemberSelfDelete: false },
  'code-first': { additionalAuthMethods: { passwordless: { enabled: true, isDefault: true } } },
  'password-only': { additionalAuthMethods: { passwordless: { enabled: false, isDefault: false } } },
  'link-only': {
    additionalAuthMethods: {
      passwordless: { enabled: true, isDefault: false },
      link: { enabled: true, only: true },
    },
  },
  'providers-only': {
    additionalAuthMethods: {
      passwordless: { enabled: false, isDefault: false },
      password: { enabled: false },
      passkey: { enabled: true },
    },
  },
  'other-site': {
    additionalAuthMethods: {
      passwordless: { enabled: true, isDefault: false },
      passkey: { enabled: true, site: 'example.com' },
    },
  },
  'no-providers': { authProviders: [] },
  'three-providers': {
    authProviders: [provider('google', 'Google', 1), provider('github', 'GitHub', 2), provider('acme', 'Acme', 3)],
  },
  'own-providers': {
    authProviders: [
      provider('acme', 'Acme', 1),
      provider('library', 'Library of the Faculty of Arts and Sciences', 2),
      provider('missing-mark', 'Missing mark', 3, 'no-such-mark.svg'),
    ],
  },
  branded: {
    branding: {
      logo: `${location.origin}/icon.svg`,
      colors: { lightMode: { primaryButton: 'gold', primaryButtonText: 'hsl(50 100% 90%)', background: '#fffdf5' } },
    },
  },
}
