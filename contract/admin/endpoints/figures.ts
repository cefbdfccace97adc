import type { AdminEndpoint } from './admin-endpoint'

/** Numbers over time. None of them links a person and a visit. */
export const adminFigureEndpoints = {
  readFigures: { method: 'GET', path: '/figures', right: 'analytics.read' },
  listVisitPaths: { method: 'GET', path: '/visits/paths', right: 'analytics.read' },
} as const satisfies Record<string, AdminEndpoint>
