import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { findSetting } from '../../api/config/reader'
import { projectRoot } from '../support/run-process'

/** Compose is installed with the image builder; without it this is skipped, and the report of the run says so. */
function readYaml(text: string): unknown {
  const parser: unknown = createRequire(import.meta.url)('yaml')
  const { parse } = v.parse(v.object({ parse: v.function() }), parser)
  return parse(text)
}
const hasYaml = existsSync(join(projectRoot, 'node_modules/yaml/package.json'))

const service = v.object({
  build: v.optional(v.object({ context: v.string(), dockerfile: v.string() })),
  environment: v.record(v.string(), v.string()),
  volumes: v.array(v.string()),
  ports: v.optional(v.array(v.string()), []),
  profiles: v.optional(v.array(v.string()), []),
  secrets: v.optional(v.array(v.string()), []),
  read_only: v.optional(v.boolean()),
  cap_drop: v.optional(v.array(v.string())),
  security_opt: v.optional(v.array(v.string())),
  stop_grace_period: v.string(),
  depends_on: v.optional(v.record(v.string(), v.object({ condition: v.string(), required: v.boolean() }))),
})
const composeFile = v.strictObject({
  name: v.string(),
  services: v.strictObject({ membership: service, postgres: service }),
  volumes: v.record(v.string(), v.nullable(v.object({}))),
  secrets: v.record(v.string(), v.object({ file: v.string() })),
})

describe.runIf(hasYaml)('the compose file', () => {
  const file = join(projectRoot, 'docs/production/compose.yaml')
  const { services, volumes, secrets } = hasYaml
    ? v.parse(composeFile, readYaml(readFileSync(file, 'utf8')))
    : { services: null, volumes: {}, secrets: {} }

  it('builds the image from the whole tree', () => {
    const { context = '', dockerfile = '' } = services?.membership.build ?? {}
    expect(existsSync(join(projectRoot, 'docs/production', context, 'package-lock.json'))).toBe(true)
    expect(existsSync(join(projectRoot, dockerfile))).toBe(true)
  })

  it('opens ports to this machine only, and can write only its volume', () => {
    const { ports = [], ...membership } = services?.membership ?? {}
    expect(ports).toEqual(['127.0.0.1:4000:4000', '127.0.0.1:4001:4001'])
    expect(membership).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      volumes: ['data:/data'],
    })
    expect(services?.postgres.ports).toEqual([])
  })

  it('has only existing settings', () => {
    const names = Object.keys(services?.membership.environment ?? {})
    expect(names.filter((name) => findSetting(name) === undefined)).toEqual([])
  })

  it('has PostgreSQL on demand, and lets the server wait for it', () => {
    expect(services?.postgres.profiles).toEqual(['postgres'])
    expect(services?.membership.depends_on).toEqual({ postgres: { condition: 'service_started', required: false } })
  })

  it('declares every volume and secret that it uses', () => {
    const all = Object.values(services ?? {})
    const used = all.flatMap((one) => one.volumes.map((volume) => String(volume.split(':')[0])))
    expect(new Set(used)).toEqual(new Set(Object.keys(volumes)))
    expect(all.flatMap((one) => one.secrets)).toEqual(Object.keys(secrets))
  })

  it('allows a minute to stop', () => {
    expect(Object.values(services ?? {}).map((one) => one.stop_grace_period)).toEqual(['60s', '60s'])
  })
})
