/** Media type by file extension. What is not listed is served as bytes and never guessed (nosniff). */
const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  mp4: 'video/mp4',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
}

/** @param file a path or a name */
export function contentType(file: string): string {
  return types[file.slice(file.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
}

/** Text shrinks by compression; pictures, films and fonts already have it inside. */
export const isCompressible = (type: string): boolean => /^text\/|json|svg|xml/.test(type)

/** Documents that name public addresses: pages, the site map, and what is told to crawlers. */
export const holdsAddresses = (type: string): boolean => /^(text\/html|text\/plain|application\/xml);/.test(type)
