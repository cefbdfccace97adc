import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, request as send } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

export interface SignatureGate {
  /** Pending requests. */
  underWay(): number
  close(): Promise<void>
}

interface GateOptions {
  port: number
  /** Port of the service. */
  behind: number
  accessKeyId: string
  secretAccessKey: string
}

/** Checks AWS Signature Version 4 and digests, because the server behind it checks neither. */
export async function openSignatureGate({ port, behind, ...key }: GateOptions): Promise<SignatureGate> {
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = []
    for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece)
    const body = Buffer.concat(pieces)
    const refusal = refusalOf(request, body, key)
    if (refusal !== null) return refuse(response, refusal)
    const { method, url: path, headers } = request
    const onward = send({ host: '127.0.0.1', port: behind, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    onward.end(body)
  }
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    response.once('close', () => (count -= 1))
    void pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    underWay: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** As real services do, with a message and the key. */
function refuse(response: ServerResponse, code: string): void {
  response.writeHead(code === 'BadDigest' ? 400 : 403, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>TESTKEY signed it wrongly.</Message><AWSAccessKeyId>TESTKEY</AWSAccessKeyId></Error>`,
  )
}

const SIGNATURE =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/u

function refusalOf(
  request: IncomingMessage,
  body: Buffer,
  key: Pick<GateOptions, 'accessKeyId' | 'secretAccessKey'>,
): string | null {
  const { headers } = request
  const [, keyId, day = '', region = '', signed = '', signature = ''] =
    SIGNATURE.exec(headers.authorization ?? '') ?? []
  if (keyId === undefined) return 'AccessDenied'
  if (keyId !== key.accessKeyId) return 'InvalidAccessKeyId'
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const md5 = headers['content-md5']
  if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64')) return 'BadDigest'
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical(request, signed, payload))].join(
    '\n',
  )
  const steps = [day, region, 's3', 'aws4_request']
  const signingKey = steps.reduce<Buffer>(
    (secret, step) => hmac(secret, step),
    Buffer.from(`AWS4${key.secretAccessKey}`),
  )
  return timingSafeEqual(hmac(signingKey, text), Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

function canonical({ method = '', url = '', headers }: IncomingMessage, signed: string, payload: string): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const lines = signed.split(';').map((name) => `${name}:${valueOf(headers, name)}\n`)
  return [method, pathname, query, lines.join(''), signed, payload].join('\n')
}

const valueOf = (headers: IncomingHttpHeaders, name: string): string =>
  [headers[name] ?? ''].flat().join(',').trim().replaceAll(/ +/gu, ' ')

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (secret: Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest()
