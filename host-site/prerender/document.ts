import type { Rolldown } from 'vite'
import { indexedRoutes, type RouteName, routes, sharedRoutes, staticRoutes } from '../paths'
import { escapeHtml, type Palette, shareImage, touchIcon } from './pictures'

const MEMBERSHIP_APP = 'app_trusttag'

export interface PrerenderedPage {
  name: RouteName
  /** Relative to the site's folder. */
  file: string
  /** HTML of the page's own head elements. */
  head: readonly string[]
  /** HTML; inserted as is. */
  body: string
}

/** URL paths of the built client files. */
interface ClientAssets {
  script: string
  /** Chunks to preload: shared ones and the page's own. */
  imports: readonly string[]
  styles: readonly string[]
  fonts: readonly string[]
}

/**
 * Nothing is inline, so a strict CSP works. Scripts have a low priority: the page is complete without them, and they must
 * not take the line from the style sheet and the fonts.
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

/**
 * Fonts first: a font that is late for the first paint is not used (`font-display: optional`). Letters that only names
 * have come when a page shows some.
 */
function links({ fonts, styles, imports }: ClientAssets): string[] {
  return [
    ...fonts.map((href) => `<link rel="preload" href="${escapeHtml(href)}" as="font" type="font/woff2" crossorigin />`),
    ...styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}" />`),
    ...imports.map((href) => `<link rel="modulepreload" href="${escapeHtml(href)}" fetchpriority="low" />`),
    `<link rel="preconnect" href="${API_URL}" />`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png" />',
  ]
}

function scripts({ script }: ClientAssets): string[] {
  return [
    `<script type="module" src="${escapeHtml(script)}" fetchpriority="low"></script>`,
    // The page's script loads it after the first paint (lib/membership-script.ts). These pages use its methods, not
    // attributes, so the inspector has nothing to check.
    `<script type="text/plain" src="${API_URL}/membership.js" data-memberstack-app="${MEMBERSHIP_APP}" data-ms-inspector="off"></script>`,
  ]
}

export function findAssets(bundle: Rolldown.OutputBundle): (name: RouteName) => ClientAssets {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const madeOf = (file: string) => {
    const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/host-site/${file}`))
    if (!found) throw new Error(`The client build has no file for ${file}.`)
    return found
  }
  const ending = (end: string) => addresses(Object.keys(bundle).filter((file) => file.endsWith(end)))
  return (name) => {
    const isStatic = staticRoutes.includes(name)
    const entry = madeOf(isStatic ? 'read.ts' : 'main.tsx')
    const early = filesBehind(chunks, entry, ...(isStatic ? [] : [madeOf(`pages/${pageFileOf(name)}.tsx`)]))
    early.delete(entry.fileName)
    return {
      script: `/${entry.fileName}`,
      imports: addresses([...early]),
      styles: ending('.css'),
      fonts: ending('.woff2').filter((file) => file.includes('-english-')),
    }
  }
}

/** The chunks' files with everything they import. */
function filesBehind(all: readonly Rolldown.OutputChunk[], ...first: readonly Rolldown.OutputChunk[]): Set<string> {
  const files = new Set(first.map(({ fileName }) => fileName))
  // A set's iteration includes items that are added during it.
  for (const file of files)
    for (const next of all.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(next)
  return files
}

const addresses = (files: readonly string[]): string[] => files.toSorted().map((file) => `/${file}`)

/** `create-trust-tag` for `createTrustTag`. */
const pageFileOf = (name: RouteName): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export interface SiteFile {
  /** Relative to the site's folder. */
  file: string
  content: string
}

/** Renamed when the build has rendered the PNG. */
const DRAWING = '.drawing.svg'

/** Files for crawlers, link previews and home screens. @param skillPaths of the skills' own pages */
export function siteFiles(palette: Palette, skillPaths: readonly string[] = []): SiteFile[] {
  return [
    { file: 'sitemap.xml', content: sitemap(skillPaths) },
    { file: 'robots.txt', content: `User-agent: *\nAllow: /\n\nSitemap: ${SITE_URL}/sitemap.xml\n` },
    { file: `apple-touch-icon${DRAWING}`, content: touchIcon(palette) },
    ...sharedRoutes.map((name) => ({
      file: `og/${fileNameOf(name)}${DRAWING}`,
      content: shareImage(name, palette),
    })),
  ]
}

function sitemap(skillPaths: readonly string[]): string {
  const listed = [...indexedRoutes.map(addressOf), ...skillPaths.map((path) => SITE_URL + path)]
  const entries = listed.map((address) => `  <url><loc>${escapeHtml(address)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}

/** Development origins. The server replaces them in HTML, XML and plain text as it serves a file, never in scripts. */
export const SITE_URL = 'http://localhost:4000'
export const API_URL = 'http://localhost:4001'

/** The canonical URL of a page. */
export const addressOf = (name: RouteName): string => SITE_URL + routes[name].path

/** `create-trust-tag` for `/create-trust-tag`. */
export const fileNameOf = (name: RouteName): string => routes[name].path.slice(1) || 'home'

export const shareImagePath = (name: RouteName): string => `/og/${fileNameOf(name)}.png`
