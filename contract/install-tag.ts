/**
 * The recommended install tag. Its URL names the app, so that the script brings the gated URLs of this app alone, also where a
 * server has too many apps for all of them (docs/install.md).
 * @param api origin of the API
 */
export function installTag(api: string, appId: string): string {
  // An app ID is a word: this only keeps anything else from ending the attribute.
  const id = encodeURIComponent(appId)
  return `<script src="${api}/membership.js?app=${id}" data-memberstack-app="${id}"></script>`
}
