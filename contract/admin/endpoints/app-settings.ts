import { definitionRights } from '../rights'
import type { AdminEndpoint } from './admin-endpoint'

/** Settings that an owner edits: the definition of an app part by part, its hosted content and its versions. */
export const adminSettingsEndpoints = {
  createApp: { method: 'POST', path: '/apps', right: 'server', scope: 'server', console: true },
  getDefinition: { method: 'GET', path: '/definition', right: 'members.read' },
  getFieldUse: { method: 'GET', path: '/definition/fields/:item/use', right: 'members.read' },
  addDefinitionItem: { method: 'POST', path: '/definition/:part', right: definitionRights },
  orderDefinitionItems: { method: 'POST', path: '/definition/:part/order', right: definitionRights },
  retrieveContentPiece: { method: 'GET', path: '/definition/contents/:item', right: 'content.write' },
  saveContentPiece: { method: 'PUT', path: '/definition/contents/:item', right: 'content.write', body: 'text' },
  removeContentPiece: { method: 'DELETE', path: '/definition/contents/:item', right: 'content.write' },
  undoContentRemoval: { method: 'POST', path: '/definition/contents/:item/undo-removal', right: 'content.write' },
  changeDefinitionItem: { method: 'PATCH', path: '/definition/:part/:item', right: definitionRights },
  removeDefinitionItem: { method: 'DELETE', path: '/definition/:part/:item', right: definitionRights },
  listVersions: { method: 'GET', path: '/versions', right: 'audit.read' },
  retrieveVersion: { method: 'GET', path: '/versions/:version', right: 'audit.read' },
  restoreVersion: { method: 'POST', path: '/versions/:version/restore', right: definitionRights },
  createPreviewKey: { method: 'POST', path: '/preview-keys', right: 'design.write', console: true },
  changePreviewDraft: { method: 'PUT', path: '/preview-keys/:previewId', right: 'design.write', console: true },
} as const satisfies Record<string, AdminEndpoint>
