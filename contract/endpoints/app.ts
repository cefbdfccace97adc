import type { Endpoint } from './endpoint'

export const appEndpoints = {
  getApp: { method: 'GET', path: '/app', access: 'optional' },
  getPlan: { method: 'GET', path: '/app/plans/:planId', access: 'public' },
  getAppAndMember: { method: 'POST', path: '/app-member', access: 'optional', skipsPreflight: true },
} as const satisfies Record<string, Endpoint>
