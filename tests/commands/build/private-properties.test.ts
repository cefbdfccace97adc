import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { privateProperties } from '../../../commands/build/private-properties.mjs'
import { readTree } from '../../architecture/read-tree'
import { projectRoot } from '../../support/run-process'

const read = (...path: string[]): string => readFileSync(join(projectRoot, 'node_modules', ...path), 'utf8')
const react = read('react-dom', 'cjs', 'react-dom-client.production.js')

/** What the browser's own objects have, as TypeScript describes them; its folder is named for the platform. */
const platform = readdirSync(join(projectRoot, 'node_modules', '@typescript')).find((name) =>
  name.startsWith('typescript-'),
)
const browser = read('@typescript', platform ?? '', 'lib', 'lib.dom.d.ts')

/** Everything else in the script. */
const others = [
  ...readTree()
    .filter(({ path }) => /^(widget|contract)\/.*\.tsx?$/u.test(path))
    .map(({ text }) => text),
  ...readdirSync(join(projectRoot, 'node_modules', 'nanostores'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.js'))
    .map((file) => read('nanostores', file)),
  read('@nanostores', 'react', 'index.js'),
  read('@r2wc', 'core', 'dist', 'core.js'),
  read('js-cookie', 'dist', 'js.cookie.mjs'),
].join('\n')

test.each(privateProperties)('%s is a property of React’s own, and of nothing else in the script', (name) => {
  expect(react).toContain(`.${name}`)
  // A name in quotation marks would stay as it is.
  expect(react).not.toContain(`"${name}"`)
  expect(browser).not.toMatch(new RegExp(`^\\s+(readonly |get |set )?${name}\\??[:(]`, 'mu'))
  expect(others).not.toMatch(new RegExp(`\\b${name}\\b`, 'u'))
})
