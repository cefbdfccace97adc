import type { AdminEndpoint } from './admin-endpoint'

/** Connections of an app: the pages of the site, Stripe and a mail server. */
export const adminConnectionEndpoints = {
  listInstallations: { method: 'GET', path: '/installations', right: 'members.read' },
  fetchPage: { method: 'POST', path: '/pages/fetch', right: 'design.write' },
  listCredentials: { method: 'GET', path: '/credentials', right: 'credentials.write' },
  setCredential: { method: 'PUT', path: '/credentials/:kind', right: 'credentials.write', stepUp: true },
  removeCredential: { method: 'DELETE', path: '/credentials/:kind', right: 'credentials.write', stepUp: true },
  sendTestMail: { method: 'POST', path: '/test-mail', right: 'credentials.write', stepUp: true },
  readGoLive: { method: 'GET', path: '/go-live', right: 'members.read' },
  goLive: { method: 'POST', path: '/go-live', right: 'credentials.write', stepUp: true },
  checkCredential: { method: 'POST', path: '/credentials/:kind/check', right: 'credentials.write', stepUp: true },
} as const satisfies Record<string, AdminEndpoint>
