/**
 * Every attribute that a page can carry, once. Directives ask for names here and build selectors with `withAttribute`,
 * because a name may hold a colon, which a selector must escape.
 */
export const attributes = {
  /** On a form: what it does. */
  form: 'data-ms-form',
  /** On a field: which value it carries. On other elements: which value they show. */
  member: 'data-ms-member',
  /** Who may see the element. */
  content: 'data-ms-content',
  action: 'data-ms-action',
  modal: 'data-ms-modal',
  message: 'data-ms-message',
  messageText: 'data-ms-message-text',
  messageClose: 'data-ms-message-close',
  /** On a signup form: ids of free plans, separated by commas. */
  planAdd: 'data-ms-plan:add',
  /** On forms and actions: where to go afterwards. Page builders write either name. */
  redirect: 'redirect',
  dataRedirect: 'data-redirect',
  /** On a submit button: what it says while the form is being sent. */
  wait: 'data-wait',
} as const

export type AttributeName = (typeof attributes)[keyof typeof attributes]

/**
 * A selector for elements that carry an attribute.
 * @param name one of `attributes`
 * @param value exact value; without it any value matches
 */
export function withAttribute(name: AttributeName, value?: string): string {
  const escaped = name.replaceAll(':', String.raw`\:`)
  return value === undefined ? `[${escaped}]` : `[${escaped}=${JSON.stringify(value)}]`
}
