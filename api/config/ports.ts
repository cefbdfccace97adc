import { ConfigError } from '../lib/settings'
import { readInteger } from './values'
import type { Read } from '../lib/settings'

export type Part = 'site' | 'api' | 'demo'

/** The variable of every part's port. */
export const PORTS = {
  site: { variable: 'SITE_PORT' },
  api: { variable: 'API_PORT' },
  demo: { variable: 'DEMO_PORT' },
} as const satisfies Record<Part, { variable: string }>

const PARTS = ['site', 'api', 'demo'] as const

/** @throws {ConfigError} also when two parts would listen on one port */
export function readPorts(read: Read): Record<Part, number> {
  const port = (part: Part): number => readInteger(read, PORTS[part].variable)
  const ports = { site: port('site'), api: port('api'), demo: port('demo') }
  for (const [index, first] of PARTS.entries())
    for (const second of PARTS.slice(index + 1))
      if (ports[first] === ports[second])
        throw new ConfigError(
          `${PORTS[first].variable} and ${PORTS[second].variable} are both ${ports[first]}. Give each its own port.`,
        )
  return ports
}
