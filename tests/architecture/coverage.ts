import { posix } from 'node:path'
import type { TreeFile } from './read-tree'

/** Endpoints that no API test names, in quotes or as a property. */
export function untestedEndpoints(names: readonly string[], files: readonly TreeFile[]): string[] {
  const tests = files.filter(({ path }) => /^tests\/api\/.*\.test\.ts$/.test(path))
  return names.filter((name) => !tests.some(({ text }) => new RegExp(`['"\`.]${name}\\b|\\b${name}:`).test(text)))
}

const INDEX = 'demo-pages/index.html'

export function unlistedDemoPages(files: readonly TreeFile[]): string[] {
  const index = files.find(({ path }) => path === INDEX)?.text ?? ''
  const linked = new Set([...index.matchAll(/href="\.?\/?([^"#?]+)/g)].map(([, href]) => `demo-pages/${href}`))
  return files
    .map(({ path }) => path)
    .filter((path) => /^demo-pages\/.*\.html$/.test(path) && path !== INDEX && !linked.has(path))
}

/** Links of demo pages to missing pages on the same server. */
export function deadDemoLinks(files: readonly TreeFile[]): string[] {
  const pages = new Set(files.map(({ path }) => path))
  return files
    .filter(({ path }) => /^demo-pages\/.*\.html$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\s(?:href|redirect|data-redirect)="(?!https?:|mailto:|data:|#)([^"#?]+)/g)].flatMap(
        ([, link = '']) => {
          const target = posix.join(
            'demo-pages',
            new URL(link, `http://demo/${path.slice('demo-pages/'.length)}`).pathname,
          )
          const found = [target, posix.join(target, 'index.html'), `${target}.html`].some((one) => pages.has(one))
          return found ? [] : [`${path} links to ${link}`]
        },
      ),
    )
}
