import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inProject } from './project.mjs'

const output = { print: console.log, complain: console.error }
const { env } = process
const banksFolder = inProject('dist', 'banks')

/**
 * Every command by the name of its npm script. A row resolves to the exit code; without a number, the process goes on.
 * Each loads only what it needs.
 * @type {Readonly<Record<string, (args: string[]) => Promise<number | void>>>}
 */
const commands = {
  admin: (args) => runBuilt('admin', (program) => runAdmin(program, args)),
  audit: async (args) => (await import('../packages/audit.mjs')).run(args),
  // 1 is what it found.
  'audit-log': (args) =>
    runBuilt('audit-log', (program) => program.auditLogCommand(args, { now: Date.now, ...output }), 2),
  bench: async (args) => (await import('../bench/run-bench.mjs')).run(args),
  build: async (args) => (await import('../build/build.mjs')).run(args),
  database: (args) => runBuilt('database', (program) => program.databaseCommand(args, { env, ...output })),
  dev: async () => (await import('../dev/dev.mjs')).run(),
  fuzz: async (args) => (await import('../dev/fuzz.mjs')).run(args),
  inspect: (args) =>
    runPart('inspect', (program, terminal) => {
      const colour = process.stdout.isTTY && !env['NO_COLOR']
      return program.inspectCommand(args, { ...terminal, colour })
    }),
  keys: (args) => runBuilt('keys', (program) => program.keysCommand(args, { env, ask, ...output })),
  licences: async (args) => (await import('../packages/licences.mjs')).run(args),
  mirror: (args) => runBuilt('mirror', (program) => program.mirrorCommand(args, { env, ...output })),
  owner: (args) => runBuilt('owner', (program) => program.ownerCommand(args, { env, banksFolder, ...output })),
  serve: async () => (await import('../serve/launch.mjs')).serve(),
  settings: (args) => {
    const documentFile = inProject('docs', 'settings.md')
    return runBuilt('settings', (program) => program.settingsCommand(args, { env, documentFile, ...output }))
  },
  start: async () => (await import('../serve/launch.mjs')).start(),
  'start:production': async () => (await import('../serve/launch.mjs')).startProduction(),
  storage: (args) => runBuilt('storage', (program) => program.storageCommand(args, { env, ...output })),
  test: async (args) => (await import('../test/run-test.mjs')).run(args),
  'test:engines': async () => (await import('../test/run-engines.mjs')).runEngines(),
  'verify-tag': (args) =>
    runPart('verify-tag', (program, terminal) => program.verifyTagCommand(args, { ...terminal, now: Date.now })),
  witness: (args) =>
    runBuilt('witness', (program) => program.witnessCommand(args, { env, signals: process, ...output })),
}

/**
 * @param {string} name
 * @param {string[]} args what was typed behind the name
 * @returns {Promise<number | void>} exit code
 */
export async function run(name, args) {
  if (Object.hasOwn(commands, name)) return commands[name]?.(args)
  console.error(`There is no command ${JSON.stringify(name)}. There are: ${Object.keys(commands).join(', ')}.`)
  return 2
}

/**
 * Runs a program of dist/server.
 * @param {string} name
 * @param {(program: any) => Promise<number>} work
 * @param {number} [missing] exit code where nothing is built
 */
async function runBuilt(name, work, missing = 1) {
  const file = inProject('dist', 'server', `${name}.js`)
  if (existsSync(file)) return work(await import(pathToFileURL(file).href))
  console.error(`Not built yet: dist/server/${name}.js. Run \`npm run build\` first.`)
  return missing
}

/**
 * Runs a program that is a part of its own, and is built first when it has changed.
 * @param {string} part
 * @param {(program: any, terminal: import('../build/build.mjs').Terminal) => Promise<number>} work
 */
async function runPart(part, work) {
  const { runOwnPart } = await import('../build/build.mjs')
  return runOwnPart(part, async (folder, terminal) =>
    work(await import(pathToFileURL(`${folder}/${part}.js`).href), terminal),
  )
}

/** Questions go to the terminal, not among what a program reads. @param {typeof import('../admin/command')} program @param {string[]} args */
async function runAdmin({ adminCommand, openTerminal }, args) {
  const terminal = process.stdin.isTTY ? openTerminal(process.stdin, process.stderr) : null
  const code = await adminCommand(args, { env, terminal, banksFolder, ...output })
  terminal?.close()
  return code
}

/** @param {string} question @returns {Promise<string>} one line; empty where there is none */
async function ask(question) {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const ended = new Promise((resolve) => lines.once('close', () => resolve('')))
    return String(await Promise.race([lines.question(question), ended]))
  } finally {
    lines.close()
  }
}
