import type { AdminEndpoint } from './admin-endpoint'

/** Hosted content as a team writes it: drafts, publishing and history. Bodies are the text of the piece. */
export const adminContentEndpoints = {
  listContents: { method: 'GET', path: '/contents', right: 'members.read' },
  addContent: { method: 'POST', path: '/contents', right: 'content.write' },
  checkContentHtml: { method: 'POST', path: '/contents/check', right: 'content.write', body: 'text' },
  readContent: { method: 'GET', path: '/contents/:item', right: 'content.write' },
  saveContentDraft: { method: 'PUT', path: '/contents/:item/draft', right: 'content.write', body: 'text' },
  discardContentDraft: { method: 'DELETE', path: '/contents/:item/draft', right: 'content.write' },
  publishContent: { method: 'POST', path: '/contents/:item/publish', right: 'content.write' },
  listContentVersions: { method: 'GET', path: '/contents/:item/versions', right: 'content.write' },
  readContentVersion: { method: 'GET', path: '/contents/:item/versions/:version', right: 'content.write' },
  restoreContentVersion: {
    method: 'POST',
    path: '/contents/:item/versions/:version/restore',
    right: 'content.write',
  },
} as const satisfies Record<string, AdminEndpoint>
