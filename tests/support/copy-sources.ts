import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './run-process'

const MADE_HERE = new Set(['node_modules', 'dist', 'data', '.git', 'test-results', 'coverage'])

/** The sources without installed, built or generated files. */
export function copySources(into: string): void {
  for (const name of readdirSync(projectRoot))
    if (!MADE_HERE.has(name)) cpSync(join(projectRoot, name), join(into, name), { recursive: true })
}
