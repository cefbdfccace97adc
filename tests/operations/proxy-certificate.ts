import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Paths of PEM files. */
export interface Certificate {
  authority: string
  certificate: string
  key: string
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-sha256']

/**
 * A certificate for these names from its own authority, valid for a day.
 * @param folder gets the files
 */
export function makeCertificate(folder: string, names: readonly string[]): Certificate {
  const file = (name: string): string => join(folder, name)
  const openssl = (what: readonly string[], files: readonly string[]): unknown =>
    execFileSync('openssl', [...what, ...files], { stdio: 'pipe' })
  writeFileSync(file('names.ext'), `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}\n`)
  openssl(
    ['req', '-x509', ...CURVE, '-days', '1', '-subj', '/CN=Authority of this test'],
    ['-keyout', file('authority.key'), '-out', file('authority.pem')],
  )
  openssl(['req', ...CURVE, '-subj', `/CN=${names[0]}`], ['-keyout', file('server.key'), '-out', file('server.csr')])
  openssl(
    ['x509', '-req', '-sha256', '-days', '1', '-in', file('server.csr'), '-extfile', file('names.ext')],
    ['-CA', file('authority.pem'), '-CAkey', file('authority.key'), '-CAcreateserial', '-out', file('server.pem')],
  )
  return { authority: file('authority.pem'), certificate: file('server.pem'), key: file('server.key') }
}
