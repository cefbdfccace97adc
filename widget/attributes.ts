import { reservedFieldKeys, reservedGroupKeys } from '../contract/reserved-values'
import { mapValues } from './lib/values'

/** Everything about one attribute that a page can carry. */
interface AttributeRow {
  name: string
  /** `required`: an empty one is a mistake. `none`: its presence is enough. */
  takesValue: 'required' | 'optional' | 'none'
  /** The valid values; any text without it. */
  values?: readonly string[]
  /** Keys and ids of the app are valid values as well. */
  isOpen?: true
  /** The directive that it mounts, by its name in `directives/page-mounts.ts`. */
  mount?: string
  /** Narrows the elements it mounts on. */
  selector?: string
  /** Another directive of the same element that a change mounts again. */
  remounts?: string
}

/** Parts of lists of comments, and of one comment: posts and threads have the same. */
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
] as const

const actionValues = [
  'logout',
  'customer-portal',
  'resend-verification-email',
  'login-redirect',
  'profile-image',
] as const

/**
 * Directives mount on one element in the order of these rows: gating first, so that nothing starts on an element that
 * is about to leave, and what stores a click before what acts on it.
 */
export const attributeRows = {
  /** Who may see the element: `!` before a value inverts it. */
  content: {
    name: 'data-ms-content',
    takesValue: 'required',
    values: reservedGroupKeys,
    isOpen: true,
    mount: 'content',
    remounts: 'bind',
  },
  /** On an element or around it: whether denied elements leave the page or are only hidden. */
  gating: { name: 'data-ms-gating', takesValue: 'required', values: ['remove', 'hide'], mount: 'content' },
  /** Applied while the element's `data-ms-content` shows it. */
  bindStyle: { name: 'data-ms-bind:style', takesValue: 'required', mount: 'bind' },
  bindClass: { name: 'data-ms-bind:class', takesValue: 'required', mount: 'bind' },
  /** On a field: the key of its value. On other elements: the value they show. */
  member: {
    name: 'data-ms-member',
    takesValue: 'required',
    values: reservedFieldKeys,
    isOpen: true,
    mount: 'member',
    selector: ':not(form,html,body,script,style)',
  },
  /** On one of several checkboxes or radio buttons with the same key: its value. */
  value: { name: 'data-ms-value', takesValue: 'optional' },
  /** Id of hosted content to put into the element. */
  secureHtml: {
    name: 'data-ms-secure-html',
    takesValue: 'required',
    mount: 'secureHtml',
    selector: ':not(html,head,body,form,input,select,textarea,script,style)',
  },
  /** Id of hosted content to link to. */
  secureLink: { name: 'data-ms-secure-link', takesValue: 'required', mount: 'secureLink', selector: ':not(form)' },
  /** What the form does. */
  form: { name: 'data-ms-form', takesValue: 'required', values: formValues, mount: 'form' },
  /** In a passwordless form: shows once the code is on its way. */
  passwordless: { name: 'data-ms-passwordless', takesValue: 'required', values: ['step-2'] },
  /** On its submit button: the text from then on. */
  passwordlessButton: { name: 'data-ms-passwordless-button', takesValue: 'required' },
  /** On a signup form: the theme of a hosted captcha. */
  signupCaptcha: { name: 'data-ms-signup:hcaptcha', takesValue: 'optional', values: ['light', 'dark'] },
  /** On a submit button: its text while the form is being sent. */
  wait: { name: 'data-wait', takesValue: 'required' },
  /** On forms and actions: where to go afterwards. Page builders write either name. */
  redirect: { name: 'redirect', takesValue: 'required' },
  dataRedirect: { name: 'data-redirect', takesValue: 'required' },
  /** On anything clicked on the way to a login or sign-up: where to go afterwards. */
  redirectOverride: { name: 'data-ms-redirect', takesValue: 'required', mount: 'redirectOverride' },
  /** On links, buttons, forms and modal openers: ids of free plans, separated by commas. */
  planAdd: { name: 'data-ms-plan:add', takesValue: 'required', mount: 'choice' },
  /** The free plan that replaces the member's other free plans. */
  planUpdate: { name: 'data-ms-plan:update', takesValue: 'required', mount: 'choice' },
  planRemove: { name: 'data-ms-plan:remove', takesValue: 'required', mount: 'choice' },
  /** On the same elements: the id of a price to buy. */
  priceAdd: { name: 'data-ms-price:add', takesValue: 'required', mount: 'choice' },
  /** The price that replaces the present one. */
  priceUpdate: { name: 'data-ms-price:update', takesValue: 'required', mount: 'choice' },
  /** Drops a choice that waits for a login. */
  priceRemove: { name: 'data-ms-price:remove', takesValue: 'required', values: ['all'], mount: 'choice' },
  /** Beside a price: the id of a coupon. */
  coupon: { name: 'data-ms-coupon', takesValue: 'required' },
  /** On a button: the key of the provider that it logs in, signs up or connects with. */
  authProvider: { name: 'data-ms-auth-provider', takesValue: 'required', mount: 'provider' },
  /** On such a button: its text while the provider is connected. */
  authConnectedText: { name: 'data-ms-auth-connected-text', takesValue: 'required', remounts: 'provider' },
  /** On such a button or around it: whether the provider opens in a window or replaces the page. */
  authMode: { name: 'data-ms-auth-mode', takesValue: 'required', values: ['popup', 'redirect'] },
  /** Around such buttons: what they do there. */
  auth: { name: 'data-ms-auth', takesValue: 'required', values: ['manage-providers'], mount: 'managedProviders' },
  /** In such a button or beside it: shows while the provider is connected, and disconnects it. */
  authDisconnect: { name: 'data-ms-auth-disconnect', takesValue: 'none', mount: 'disconnect' },
  /** What a click does. */
  action: { name: 'data-ms-action', takesValue: 'required', values: actionValues, mount: 'action' },
  /** The modal that a click opens. */
  modal: {
    name: 'data-ms-modal',
    takesValue: 'required',
    values: ['login', 'signup', 'profile', 'forgot-password'],
    mount: 'modal',
  },
  /** On an opener of the profile: its first tab. */
  modalTab: {
    name: 'data-ms-modal-tab',
    takesValue: 'required',
    values: ['profile', 'security', 'changePassword', 'plans', 'team'],
  },
  /** The page's own element for messages. */
  message: { name: 'data-ms-message', takesValue: 'required', values: ['success', 'error'], mount: 'message' },
  /** In it: where the text goes. */
  messageText: { name: 'data-ms-message-text', takesValue: 'none' },
  /** In it: hides the message. */
  messageClose: { name: 'data-ms-message-close', takesValue: 'none', mount: 'messageClose' },
  /** Shows while a request or redirect is under way. */
  loader: { name: 'data-ms-loader', takesValue: 'none', mount: 'loader' },
  /** The key of a channel of comments, around everything that belongs to it. */
  channel: { name: 'data-ms-channel', takesValue: 'required', mount: 'channel' },
  /** In a channel: a part of its list of posts, or of one post. */
  post: {
    name: 'data-ms-post',
    takesValue: 'optional',
    values: [...commentParts, 'showThreads', 'typing', 'subscribe'],
    mount: 'post',
  },
  /** In a post: the custom field of its author to show, or a special value. */
  postCreator: { name: 'data-ms-post-creator', takesValue: 'required', mount: 'post' },
  /** In a post: the same for the threads that answer it. */
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

type PageRow = (typeof attributeRows)[keyof typeof attributeRows]
type InstallRow = (typeof installRows)[keyof typeof installRows]

export type AttributeName = PageRow['name'] | InstallRow['name']

/** The directives that attributes mount. */
export type MountName = Extract<PageRow, { mount: string }>['mount']

/** A valid value of an attribute, by its key in `attributeRows`. */
export type AttributeValue<Key extends ValueKey> = (typeof attributeRows)[Key]['values'][number]

type ValueKey = {
  [Key in keyof typeof attributeRows]: (typeof attributeRows)[Key] extends { values: readonly string[] } ? Key : never
}[keyof typeof attributeRows]

/** The names by key. */
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

/** The attributes of a plan or price to join, buy or leave. */
export const choiceAttributes = pageAttributes.filter(({ mount }) => mount === 'choice').map(({ name }) => name)

/**
 * A selector for elements with an attribute. Use it for names with a colon, which a selector must escape.
 * @param value exact value; any value without it
 */
export function withAttribute(name: AttributeName, value?: string): string {
  const escaped = name.replaceAll(':', String.raw`\:`)
  return value === undefined ? `[${escaped}]` : `[${escaped}=${JSON.stringify(value)}]`
}
