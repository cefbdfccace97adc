// The part of S3 that our storage uses, over a folder, in a process that can be killed: node s3-server.mjs <folder>
// <port> <bucket>. The gate in front of it checks signatures.
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [folder = '', port = '', bucket = ''] = process.argv.slice(2)
/** The ending allows both `a` and `a/b` as keys. */
const SUFFIX = '.object'
const KEYS_PER_PAGE = 1_000

/** @typedef {import('node:http').ServerResponse} Response */

/** An error with S3's code. */
class Refusal extends Error {
  /** @param {number} status @param {string} code */
  constructor(status, code) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** @param {Response} response @param {number} status @param {string} body */
function sendXml(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`)
}

/** Keys with a prefix, in byte order. @param {string} prefix */
async function keysWith(prefix) {
  const files = await readdir(join(folder, bucket), { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile() && file.name.endsWith(SUFFIX))
    .map((file) => join(file.parentPath, file.name).slice(join(folder, bucket).length + 1, -SUFFIX.length))
    .filter((key) => key.startsWith(prefix))
    .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
}

/** @param {URLSearchParams} query @param {Response} response */
async function list(query, response) {
  const keys = await keysWith(query.get('prefix') ?? '')
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
  const rest = after === '' ? keys : keys.slice(keys.indexOf(after) + 1)
  const page = rest.slice(0, Math.min(Number(query.get('max-keys') ?? KEYS_PER_PAGE), KEYS_PER_PAGE))
  const last = page.at(-1)
  const objects = await Promise.all(
    page.map(async (key) => {
      const { size, mtime } = await stat(pathOf(key))
      return `<Contents><Key>${escaped(key)}</Key><LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size></Contents>`
    }),
  )
  const more =
    last !== undefined && page.length < rest.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>'
  sendXml(response, 200, `<ListBucketResult><Name>${bucket}</Name>${more}${objects.join('')}</ListBucketResult>`)
}

/** @param {string} key */
function pathOf(key) {
  if (key.split('/').some((part) => part === '' || part === '.' || part === '..')) throw new Refusal(400, 'InvalidURI')
  return join(folder, bucket, key + SUFFIX)
}

/** Written under another name first: a killed server leaves no half object. @param {string} key @param {Buffer} body */
async function put(key, body) {
  const path = pathOf(key)
  await mkdir(dirname(path), { recursive: true })
  const unfinished = join(folder, randomBytes(8).toString('hex'))
  await writeFile(unfinished, body)
  await rename(unfinished, path)
  return `"${createHash('md5').update(body).digest('hex')}"`
}

/** @param {string} key @param {string | undefined} range @param {Response} response @param {boolean} isHead */
async function get(key, range, response, isHead) {
  const path = pathOf(key)
  const found = await stat(path).catch(() => null)
  if (!found) throw new Refusal(404, 'NoSuchKey')
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/u.exec(range ?? '') ?? []
  if (range !== undefined && (from === '' || Number(from) >= found.size)) throw new Refusal(416, 'InvalidRange')
  const start = Number(from)
  const end = Math.min(to === '' ? found.size - 1 : Number(to), found.size - 1)
  response.writeHead(range === undefined ? 200 : 206, {
    'content-length': end - start + 1,
    'last-modified': found.mtime.toUTCString(),
    ...(range !== undefined && { 'content-range': `bytes ${start}-${end}/${found.size}` }),
  })
  if (isHead || found.size === 0) response.end()
  else await pipeline(createReadStream(path, { start, end }), response)
}

/** @param {import('node:http').IncomingMessage} request @param {Response} response */
async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const [, name = '', ...rest] = decodeURIComponent(pathname).split('/')
  const key = rest.join('/')
  if (name === '') return sendXml(response, 200, '<ListAllMyBucketsResult/>')
  if (name !== bucket) throw new Refusal(404, 'NoSuchBucket')
  /** @type {Buffer[]} */
  const pieces = []
  for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece)
  if (key === '' && request.method === 'GET' && searchParams.get('list-type') === '2')
    return list(searchParams, response)
  if (key === '') throw new Refusal(501, 'NotImplemented')
  if (request.method === 'GET' || request.method === 'HEAD')
    return get(key, request.headers.range, response, request.method === 'HEAD')
  if (request.method === 'PUT' && request.headers['x-amz-copy-source'] === undefined)
    return void response.writeHead(200, { etag: await put(key, Buffer.concat(pieces)) }).end()
  if (request.method !== 'DELETE') throw new Refusal(501, 'NotImplemented')
  await rm(pathOf(key), { force: true })
  return void response.writeHead(204).end()
}

await mkdir(join(folder, bucket), { recursive: true })
createServer((request, response) => {
  answer(request, response).catch((/** @type {unknown} */ error) => {
    if (response.headersSent) {
      response.destroy()
      return
    }
    const { status, code } = error instanceof Refusal ? error : new Refusal(500, 'InternalError')
    sendXml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
  })
}).listen(Number(port), '127.0.0.1')
