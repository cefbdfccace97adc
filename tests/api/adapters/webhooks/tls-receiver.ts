import { createServer } from 'node:https'
import { onTestFinished } from 'vitest'

/** For `hooks.example`, signed by itself, made for these tests and used nowhere else. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrM1U5YNRB4QNm0Ku
784FlOInthk79ejyxCRcQ/4/sm2hRANCAATm3rnI8LVHRu4t6OxFsAP9uQEi9Kme
L+QwVWUnvgFvLUNnPapYfZAykz3yybUp5cwlKLqEVp915GTVR9Hjr8lt
-----END PRIVATE KEY-----
`

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBbDCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1ob29rcy5l
eGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1ob29rcy5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE5t65
yPC1R0buLejsRbAD/bkBIvSpni/kMFVlJ74Bby1DZz2qWH2QMpM98sm1KeXMJSi6
hFafdeRk1UfR46/JbaNMMEowGAYDVR0RBBEwD4INaG9va3MuZXhhbXBsZTAPBgNV
HRMBAf8EBTADAQH/MB0GA1UdDgQWBBRiOERLAey972cagwHtCj57w+IfQjAKBggq
hkjOPQQDAgNHADBEAiApFMlxW9B/1MalrOKa27S9o+uO+Q7Pzg1of2G4BmRvUgIg
bHl73ENVEzWvv663YbBzh5jLTRBShYHCPVq0VwqdcW8=
-----END CERTIFICATE-----
`

/** A server that speaks TLS, on this machine: counts who comes. */
export async function startTlsReceiver() {
  let [connections, received] = [0, 0]
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    received += 1
    request.resume()
    response.writeHead(200).end()
  })
  // A handshake that the other side breaks off is what some tests are about.
  server.on('tlsClientError', () => {})
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    certificate: CERTIFICATE,
    connections: () => connections,
    received: () => received,
  }
}
