import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Tests whose first line asks for a DOM.
 * @param {string} root
 * @param {string} folder from the root
 * @returns {string[]} paths from the root
 */
export function testsWithDom(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return testsWithDom(root, path)
    const isTest = /\.test\.tsx?$/u.test(entry.name)
    return isTest && readFileSync(join(root, path), 'utf8').startsWith('// @vitest-environment happy-dom') ? [path] : []
  })
}
