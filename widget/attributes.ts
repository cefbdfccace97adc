import { reservedFieldKeys, reservedGroupKeys } from '../contract/reserved-values'

/**
 * Every attribute that a page can carry, once. Directives ask for names here and build selectors with `withAttribute`,
 * because a name may hold a colon, which a selector must escape.
 */
export const attributes = {
  /** On a form: what it does. */
  form: 'data-ms-form',
  /** On a field: which value it carries. On other elements: which value they show. */
  member: 'data-ms-member',
  /** On one checkbox or radio button of several with the same key: what it stands for. */
  value: 'data-ms-value',
  /** Who may see the element. */
  content: 'data-ms-content',
  /** Ours, on an element or around it: whether what may not be seen leaves the page or is only hidden. */
  gating: 'data-ms-gating',
  /** What the element gets while its `data-ms-content` lets it show. */
  bindStyle: 'data-ms-bind:style',
  bindClass: 'data-ms-bind:class',
  action: 'data-ms-action',
  modal: 'data-ms-modal',
  modalTab: 'data-ms-modal-tab',
  message: 'data-ms-message',
  messageText: 'data-ms-message-text',
  messageClose: 'data-ms-message-close',
  /** Shows while something is on its way. */
  loader: 'data-ms-loader',
  /** The key of a channel of comments, around everything that belongs to it. */
  channel: 'data-ms-channel',
  /** In a channel: a part of its list of posts, or of one post. */
  post: 'data-ms-post',
  /** In a post: the same of the threads that answer it. */
  thread: 'data-ms-thread',
  /** On an element within a post or thread: what it shows of its author, the key of a custom field or a special one. */
  postCreator: 'data-ms-post-creator',
  threadCreator: 'data-ms-thread-creator',
  /** Ids of hosted content: to be put into the element, or to be led to by it. */
  secureHtml: 'data-ms-secure-html',
  secureLink: 'data-ms-secure-link',
  /** On links, buttons, forms and modal openers: ids of free plans, separated by commas. */
  planAdd: 'data-ms-plan:add',
  /** The free plan that takes the place of the member's other free plans. */
  planUpdate: 'data-ms-plan:update',
  planRemove: 'data-ms-plan:remove',
  /** On the same elements: the id of a price to buy. */
  priceAdd: 'data-ms-price:add',
  /** The price that takes the place of what the member pays for now. */
  priceUpdate: 'data-ms-price:update',
  /** Drops a choice that waits for a login. */
  priceRemove: 'data-ms-price:remove',
  /** Beside a price: the id of a coupon. */
  coupon: 'data-ms-coupon',
  /** In a passwordless form: what shows once the code is on its way. */
  passwordless: 'data-ms-passwordless',
  /** On its submit button: what it says then. */
  passwordlessButton: 'data-ms-passwordless-button',
  /** On a signup form: how a hosted captcha is drawn. */
  signupCaptcha: 'data-ms-signup:hcaptcha',
  /** On a button: the key of the provider that it logs in, signs up or connects with. */
  authProvider: 'data-ms-auth-provider',
  /** Around such buttons: what they do there. */
  auth: 'data-ms-auth',
  /** On such a button: what it says while the provider is connected. */
  authConnectedText: 'data-ms-auth-connected-text',
  /** On an element inside such a button: shows while the provider is connected, and disconnects it. */
  authDisconnect: 'data-ms-auth-disconnect',
  /** Ours, on such a button or around it: whether the provider opens in a window or takes the page's place. */
  authMode: 'data-ms-auth-mode',
  /** On whatever is clicked on the way to a login or a signup: where to go afterwards. */
  redirectOverride: 'data-ms-redirect',
  /** On forms and actions: where to go afterwards. Page builders write either name. */
  redirect: 'redirect',
  dataRedirect: 'data-redirect',
  /** On a submit button: what it says while the form is being sent. */
  wait: 'data-wait',
} as const

/**
 * What the inspector checks besides: what only the install tag carries or the widget itself writes.
 */
export const inspectedAttributes = {
  /** On the install tag. */
  app: 'data-memberstack-app',
  key: 'data-memberstack-key',
  api: 'data-ms-api',
  analytics: 'data-ms-analytics',
  curtain: 'data-ms-curtain',
  pageGate: 'data-ms-page-gate',
  inspector: 'data-ms-inspector',
} as const

/** What makes an element one by which something is joined, bought or left. */
export const choiceAttributes = [
  attributes.planAdd,
  attributes.planUpdate,
  attributes.planRemove,
  attributes.priceAdd,
  attributes.priceUpdate,
  attributes.priceRemove,
] as const

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

/** The values that mean something, for the attributes that take no others, and the special ones of two that do. */
export const attributeValues = {
  form: [
    'signup',
    'login',
    'passwordless-signup',
    'passwordless-login',
    'forgot-password',
    'reset-password',
    'profile',
    'email',
    'password',
  ],
  /** Besides the keys of custom fields. */
  member: reservedFieldKeys,
  /** Besides the keys of content groups and the ids of plans; each also with `!` before it. */
  content: reservedGroupKeys,
  gating: ['remove', 'hide'],
  action: ['logout', 'customer-portal', 'resend-verification-email', 'login-redirect', 'profile-image'],
  priceRemove: ['all'],
  modal: ['login', 'signup', 'profile', 'forgot-password'],
  modalTab: ['profile', 'security', 'changePassword', 'plans', 'team'],
  auth: ['manage-providers'],
  authMode: ['popup', 'redirect'],
  message: ['success', 'error'],
  passwordless: ['step-2'],
  post: [...commentParts, 'showThreads', 'typing', 'subscribe'],
  thread: commentParts,
  signupCaptcha: ['light', 'dark'],
} as const satisfies Partial<Record<keyof typeof attributes, readonly string[]>>

export type AttributeName =
  (typeof attributes)[keyof typeof attributes] | (typeof inspectedAttributes)[keyof typeof inspectedAttributes]

/** A value of one of the attributes above, by its name there. */
export type AttributeValue<Name extends keyof typeof attributeValues> = (typeof attributeValues)[Name][number]

/**
 * A selector for elements that carry an attribute.
 * @param name one of `attributes`
 * @param value exact value; without it any value matches
 */
export function withAttribute(name: AttributeName, value?: string): string {
  const escaped = name.replaceAll(':', String.raw`\:`)
  return value === undefined ? `[${escaped}]` : `[${escaped}=${JSON.stringify(value)}]`
}
