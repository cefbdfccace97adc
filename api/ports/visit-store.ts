import type { Mode } from '../domain/mode'

export interface VisitRow {
  appId: string
  mode: Mode
  kind: 'page-view' | 'event'
  /** Event type; null for a page view. */
  type: string | null
  visitId: string
  path: string
  browser: string | null
  os: string | null
  screenSize: string | null
  utm: Record<string, string>
  at: number
}

export interface VisitRepository {
  insert(visit: VisitRow): Promise<void>
  deleteBefore(time: number): Promise<void>
}
