import { reservedFieldKeys, reservedGroupKeys } from '../contract/reserved-values'
import { mapValues } from './lib/values'

/** One attribute that a page can carry. */
interface AttributeRow {
  name: string
  /** `required`: an empty value is an error. `none`: the attribute needs no value. */
  takesValue: 'required' | 'optional' | 'none'
  /** The valid values. Without it, any text is valid. */
  values?: readonly string[]
  /** Other texts are also valid values, such as keys and IDs of the app. */
  isOpen?: true
  /** Name of the directive in `directives/page-mounts.ts`. */
  mount?: string
  /** Narrows the elements that the directive mounts on. */
  selector?: string
  /** Another directive of the same element that is remounted after a change. */
  remounts?: string
}

/** Parts of comment lists and of single comments. Posts and threads have the same parts. */
const commentParts = [
  'container',
  'item',
  'hidden',
  'content',
  'date',
  'edited',
  'isModerator',
  'ownerProfileImage',
  'upvote',
  'upvoteCount',
  'like',
  'likeCount',
  'downvote',
  'downvoteCount',
  'edit',
  'delete',
  'form',
  'sort',
  'loadMore',
  'empty',
  'totalCount',
] as const

const formValues = [
  'signup',
  'login',
  'passwordless-signup',
  'passwordless-login',
  'forgot-password',
  'reset-password',
  'profile',
  'email',
  'password',
  'post',
  'thread',
] as const

const actionValues = [
  'logout',
  'customer-portal',
  'resend-verification-email',
  'login-redirect',
  'profile-image',
  'delete-member',
  'return-to-checkout',
  'add-passkey',
  'end-other-sessions',
] as const

/**
 * Directives mount on an element in the order of these rows: gating first, so that nothing starts on an element that is
 * about to be removed; what stores a click comes before what acts on it.
 */
export const attributeRows = {
  /** People who may see the element: `!` before a value inverts it. */
  content: {
    name: 'data-ms-content',
    takesValue: 'required',
    values: reservedGroupKeys,
    isOpen: true,
    mount: 'content',
    remounts: 'bind',
  },
  /** On an element or around it: whether denied elements are removed or only hidden. */
  gating: { name: 'data-ms-gating', takesValue: 'required', values: ['remove', 'hide'], mount: 'content' },
  /** Applied while the element's `data-ms-content` shows it. */
  bindStyle: { name: 'data-ms-bind:style', takesValue: 'required', mount: 'bind' },
  bindClass: { name: 'data-ms-bind:class', takesValue: 'required', mount: 'bind' },
  /** On a field: the key of its value. On other elements: the value to show. */
  member: {
    name: 'data-ms-member',
    takesValue: 'required',
    values: reservedFieldKeys,
    isOpen: true,
    mount: 'member',
    selector: ':not(form,html,body,script,style)',
  },
  /** On a checkbox or radio button that shares its key with others: its value. */
  value: { name: 'data-ms-value', takesValue: 'optional' },
  /** ID of the hosted content to show in the element. */
  secureHtml: {
    name: 'data-ms-secure-html',
    takesValue: 'required',
    mount: 'secureHtml',
    selector: ':not(html,head,body,form,input,select,textarea,script,style)',
  },
  /** ID of the hosted content to link to. */
  secureLink: { name: 'data-ms-secure-link', takesValue: 'required', mount: 'secureLink', selector: ':not(form)' },
  /** The task of the form. */
  form: { name: 'data-ms-form', takesValue: 'required', values: formValues, mount: 'form' },
  /** In a passwordless form: shown once the code was mailed. */
  passwordless: { name: 'data-ms-passwordless', takesValue: 'required', values: ['step-2'] },
  /** On its submit button: the text once the code was mailed. */
  passwordlessButton: { name: 'data-ms-passwordless-button', takesValue: 'required' },
  /** On a signup form: the theme of a hosted captcha. */
  signupCaptcha: { name: 'data-ms-signup:hcaptcha', takesValue: 'optional', values: ['light', 'dark'] },
  /** On a submit button: its text while the form is sent. */
  wait: { name: 'data-wait', takesValue: 'required' },
  /** On forms and actions: where to go afterwards. Page builders write either name. */
  redirect: { name: 'redirect', takesValue: 'required' },
  dataRedirect: { name: 'data-redirect', takesValue: 'required' },
  /** On forms and on elements with a plan or price: the message after a success. */
  successMessage: { name: 'data-ms-success-message', takesValue: 'required' },
  /** On anything clicked before a login or sign-up: where to go afterwards. */
  redirectOverride: {
    name: 'data-ms-redirect',
    takesValue: 'required',
    values: ['current-url'],
    isOpen: true,
    mount: 'redirectOverride',
  },
  /** On links, buttons, forms and modal openers: ids of free plans, separated by commas. */
  planAdd: { name: 'data-ms-plan:add', takesValue: 'required', mount: 'choice' },
  /** The free plan that replaces the member's other free plans. */
  planUpdate: { name: 'data-ms-plan:update', takesValue: 'required', mount: 'choice' },
  planRemove: { name: 'data-ms-plan:remove', takesValue: 'required', mount: 'choice' },
  /** On the same elements: the id of a price to buy. */
  priceAdd: { name: 'data-ms-price:add', takesValue: 'required', mount: 'choice' },
  /** The price that replaces the current one. */
  priceUpdate: { name: 'data-ms-price:update', takesValue: 'required', mount: 'choice' },
  /** Drops a remembered choice. */
  priceRemove: { name: 'data-ms-price:remove', takesValue: 'required', values: ['all'], mount: 'choice' },
  /** On an element with a price: the ID of a coupon. */
  coupon: { name: 'data-ms-coupon', takesValue: 'required' },
  /** On a button: the key of the provider for login, sign-up or connecting; or `passkey`. */
  authProvider: {
    name: 'data-ms-auth-provider',
    takesValue: 'required',
    values: ['passkey'],
    isOpen: true,
    mount: 'provider',
  },
  /** On a login form, a provider button or a modal opener: a provider login creates an account for new people. */
  socialAllowSignup: { name: 'data-ms-social-auth-allow-signup', takesValue: 'none' },
  /** On a sign-up form: people who have an account log in. */
  authAllowLogin: { name: 'data-ms-auth-allow-login', takesValue: 'none' },
  /** On a login form: no passkeys in the autofill of its email field. */
  authPasskey: { name: 'data-ms-auth-passkey', takesValue: 'required', values: ['off'] },
  /** On such a button: its text while the provider is connected. */
  authConnectedText: { name: 'data-ms-auth-connected-text', takesValue: 'required', remounts: 'provider' },
  /** On a provider button: its text if this browser logged in with it last. */
  authLastUsedText: { name: 'data-ms-auth-last-used-text', takesValue: 'required', remounts: 'provider' },
  /** On such a button or around it: whether the provider opens in a window or in the page. */
  authMode: { name: 'data-ms-auth-mode', takesValue: 'required', values: ['popup', 'redirect'] },
  /** Around such buttons: whether they connect and disconnect. */
  auth: { name: 'data-ms-auth', takesValue: 'required', values: ['manage-providers'], mount: 'managedProviders' },
  /** The same, without a value. */
  authManageProviders: { name: 'data-ms-auth-manage-providers', takesValue: 'none', mount: 'managedProviders' },
  /** In such a button or next to it: shown while the provider is connected; disconnects it. */
  authDisconnect: { name: 'data-ms-auth-disconnect', takesValue: 'none', mount: 'disconnect' },
  /** The action of a click. */
  action: { name: 'data-ms-action', takesValue: 'required', values: actionValues, mount: 'action' },
  /** The modal to open. */
  modal: {
    name: 'data-ms-modal',
    takesValue: 'required',
    values: [
      'login',
      'signup',
      'profile',
      'forgot-password',
      'test-card',
      'add-passkey',
      'second-factor-setup',
      'reauthenticate',
    ],
    mount: 'modal',
  },
  /** On an opener of the profile: the tab to open. */
  modalTab: {
    name: 'data-ms-modal-tab',
    takesValue: 'required',
    values: ['profile', 'security', 'changePassword', 'plans', 'team'],
  },
  /** The page's own element for messages. */
  message: { name: 'data-ms-message', takesValue: 'required', values: ['success', 'error'], mount: 'message' },
  /** In it: where the text goes. */
  messageText: { name: 'data-ms-message-text', takesValue: 'none' },
  /** In it: closes the message. */
  messageClose: { name: 'data-ms-message-close', takesValue: 'none', mount: 'messageClose' },
  /** Shown while a request or redirect is in progress. */
  loader: { name: 'data-ms-loader', takesValue: 'none', mount: 'loader' },
  /** Key of a comment channel, on the element around all its parts. */
  channel: { name: 'data-ms-channel', takesValue: 'required', mount: 'channel' },
  /** In a channel: the list of posts, and the select that sorts it. On a channel: its first order. */
  channelContent: { name: 'data-ms-channel-content', takesValue: 'none', mount: 'commentAlias' },
  channelSort: {
    name: 'data-ms-channel-sort',
    takesValue: 'optional',
    values: ['newest', 'oldest'],
    mount: 'commentAlias',
  },
  /** On buttons of one comment. */
  postEdit: { name: 'data-ms-post-edit', takesValue: 'none', mount: 'commentAlias' },
  postDelete: { name: 'data-ms-post-delete', takesValue: 'none', mount: 'commentAlias' },
  threadEdit: { name: 'data-ms-thread-edit', takesValue: 'none', mount: 'commentAlias' },
  threadDelete: { name: 'data-ms-thread-delete', takesValue: 'none', mount: 'commentAlias' },
  /** In a channel: a part of the list of posts, or of one post. */
  post: {
    name: 'data-ms-post',
    takesValue: 'optional',
    values: [...commentParts, 'showThreads', 'typing', 'subscribe'],
    mount: 'post',
  },
  /** In a post: the custom field of its author to show, or a special value. */
  postCreator: { name: 'data-ms-post-creator', takesValue: 'required', mount: 'post' },
  /** In a post: the same for its threads. */
  thread: { name: 'data-ms-thread', takesValue: 'optional', values: commentParts, mount: 'thread' },
  threadCreator: { name: 'data-ms-thread-creator', takesValue: 'required', mount: 'thread' },
} as const satisfies Record<string, AttributeRow>

/** Attributes of the install tag. Only the inspector needs these rows. */
export const installRows = {
  app: { name: 'data-memberstack-app', takesValue: 'required' },
  key: { name: 'data-memberstack-key', takesValue: 'required' },
  api: { name: 'data-ms-api', takesValue: 'required' },
  analytics: { name: 'data-ms-analytics', takesValue: 'required', values: ['off'] },
  curtain: { name: 'data-ms-curtain', takesValue: 'required', values: ['off'] },
  pageGate: { name: 'data-ms-page-gate', takesValue: 'required', values: ['off'] },
  inspector: { name: 'data-ms-inspector', takesValue: 'required', values: ['off'] },
} as const satisfies Record<string, AttributeRow>

/** Attributes of Memberstack 1.0 (docs/memberstack-1.md). The layer for such pages writes the ones above beside them. */
export const memberstack1 = {
  login: 'ms-login',
  signup: 'ms-signup',
  forgot: 'ms-forgot',
  profile: 'ms-profile',
  logout: 'ms-logout',
  dataLogout: 'data-ms-logout',
  field: 'ms-field',
  data: 'ms-data',
  content: 'ms-content',
  hideElement: 'ms-hide-element',
  memberPage: 'ms-member-page',
  membership: 'ms-membership',
  dataMembership: 'data-ms-membership',
  plan: 'ms-plan',
} as const

/** Names the app on the install tag of Memberstack 1.0. */
export const MEMBERSTACK_1_APP = 'data-memberstack-id'

/** IDs of apps have a prefix, which those of Memberstack 1.0 lack. */
export const appIdOfMemberstack1 = (id: string | undefined): string | undefined =>
  id && !id.startsWith('app_') ? `app_${id}` : id

/** Texts of Memberstack 1.0 in `data-ms-member`: the ID and the name of the member's first active plan. */
export const memberstack1Texts: readonly string[] = ['membership.id', 'membership.name']

/** Selects links of Memberstack 1.0, also those that lead to another page first. */
export const memberstack1Link = (path = ''): string => `[href*="#/ms/${path}"]`

/** Selects forms whose action is such a link. */
export const memberstack1Form = (path = ''): string => `[action*="#/ms/${path}"]`

/** Selects everything that the layer for Memberstack 1.0 reads. */
export const memberstack1Markup = [
  ...Object.values(memberstack1).map((name) => `[${name}]`),
  memberstack1Link(),
  memberstack1Form(),
].join()

type PageRow = (typeof attributeRows)[keyof typeof attributeRows]
type InstallRow = (typeof installRows)[keyof typeof installRows]

export type AttributeName = PageRow['name'] | InstallRow['name']

/** The directives that attributes mount. */
export type MountName = Extract<PageRow, { mount: string }>['mount']

/** A valid value of an attribute, by the attribute's key in `attributeRows`. */
export type AttributeValue<Key extends ValueKey> = (typeof attributeRows)[Key]['values'][number]

type ValueKey = {
  [Key in keyof typeof attributeRows]: (typeof attributeRows)[Key] extends { values: readonly string[] } ? Key : never
}[keyof typeof attributeRows]

/** Attribute names by key. */
export const attributes = mapValues<keyof typeof attributeRows, PageRow, PageRow['name']>(
  attributeRows,
  ({ name }) => name,
)
export const installAttributes = mapValues<keyof typeof installRows, InstallRow, InstallRow['name']>(
  installRows,
  ({ name }) => name,
)

interface PageAttribute extends AttributeRow {
  name: PageRow['name']
  mount?: MountName
  remounts?: MountName
}

export const pageAttributes: readonly PageAttribute[] = Object.values(attributeRows)

export const installTagAttributes: readonly AttributeRow[] = Object.values(installRows)

/** Attributes of plans and prices to join, buy or leave. */
export const choiceAttributes = pageAttributes.filter(({ mount }) => mount === 'choice').map(({ name }) => name)

/** Values of `data-ms-content` whose `!` is for members too: a visitor has no email to verify and no payments. */
export const memberOnlyNegations: readonly string[] = [
  'verified',
  'has-failed-payment',
] satisfies AttributeValue<'content'>[]

/**
 * A selector for elements with an attribute. It escapes the colon in names.
 * @param value exact value; without it, any value
 */
export function withAttribute(name: AttributeName, value?: string): string {
  const escaped = name.replaceAll(':', String.raw`\:`)
  return value === undefined ? `[${escaped}]` : `[${escaped}=${JSON.stringify(value)}]`
}
