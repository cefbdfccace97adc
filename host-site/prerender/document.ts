import type { Rolldown } from 'vite'
import type { RouteName } from '../paths'
import { escapeHtml } from './pictures'
import { API_URL } from './site-files'

const MEMBERSHIP_APP = 'app_trusttag'

export interface PrerenderedPage {
  name: RouteName
  /** Path of the HTML file inside the site's folder. */
  file: string
  /** HTML of the head that is the page's own. */
  head: readonly string[]
  /** HTML of the page; goes into the document as it is. */
  body: string
}

/** Addresses of the built client files. */
interface ClientAssets {
  script: string
  /** What the script loads before anything shows: what it shares, and the page's own. */
  imports: readonly string[]
  styles: readonly string[]
  /** What the first paint needs. */
  fonts: readonly string[]
}

/**
 * A whole HTML document. No script or style in it is inline, so a strict content security policy holds. The page's own
 * script stands before the membership script: both wait for the document, in this order, and the page must not wait for the
 * membership server.
 */
export function renderDocument({ head, body }: PrerenderedPage, assets: ClientAssets): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${[...head, ...links(assets), ...scripts(assets)].join('\n    ')}
  </head>
  <body>
    <div id="root">${body}</div>
  </body>
</html>
`
}

/** The fonts come first: a font that is there at the first paint is used, one that comes later is not. */
function links({ fonts, styles, imports }: ClientAssets): string[] {
  return [
    ...fonts.map((href) => `<link rel="preload" href="${escapeHtml(href)}" as="font" type="font/woff2" crossorigin />`),
    ...styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}" />`),
    ...imports.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}" />`),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png" />',
  ]
}

function scripts({ script }: ClientAssets): string[] {
  return [
    `<script type="module" src="${escapeHtml(script)}"></script>`,
    // The inspector checks attributes in the pages' markup. These pages have none: they call the script's methods.
    `<script src="${API_URL}/membership.js" data-memberstack-app="${MEMBERSHIP_APP}" data-ms-inspector="off" defer></script>`,
  ]
}

/** What the client build made, and for each route what its page loads first. */
export function findAssets(bundle: Rolldown.OutputBundle): (name: RouteName) => ClientAssets {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('The client build has no entry to load.')
  const ending = (end: string) => addresses(Object.keys(bundle).filter((file) => file.endsWith(end)))
  return (name) => {
    const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/pages/${pageFileOf(name)}.tsx`))
    if (!page) throw new Error(`The client build has no file for the page ${name}.`)
    const early = filesBehind(chunks, entry, page)
    early.delete(entry.fileName)
    return {
      script: `/${entry.fileName}`,
      imports: addresses([...early]),
      styles: ending('.css'),
      fonts: ending('.woff2'),
    }
  }
}

/** The files of chunks, and of all that these import. */
function filesBehind(all: readonly Rolldown.OutputChunk[], ...first: readonly Rolldown.OutputChunk[]): Set<string> {
  const files = new Set(first.map(({ fileName }) => fileName))
  // A set goes on with what is added to it meanwhile.
  for (const file of files)
    for (const next of all.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next)
  return files
}

const addresses = (files: readonly string[]): string[] => files.toSorted().map((file) => `/${file}`)

/** `create-trust-tag` for `createTrustTag`, as every file is named for what it holds. */
const pageFileOf = (name: RouteName): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
