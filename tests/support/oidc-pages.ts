import { createHash } from 'node:crypto'

/** Claims of an account at the provider. */
export interface OidcAccount {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
}

/** One account per email address. */
export function accountOf(form: URLSearchParams): OidcAccount {
  const email = form.get('email') ?? ''
  const [givenName, familyName] = [form.get('given_name'), form.get('family_name')]
  return {
    sub: `account-${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 20)}`,
    ...(email && { email, email_verified: form.has('email_verified') }),
    ...(givenName && { given_name: givenName }),
    ...(familyName && { family_name: familyName }),
  }
}

const page = (title: string, form: string): string => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>${title}</title></head>
  <body>
    <main>
      <h1>${title}</h1>
      <form method="post">${form}<button name="cancel" value="1" formnovalidate>Cancel</button></form>
    </main>
  </body>
</html>
`

export const loginPage = (): string =>
  page(
    'Acme: log in',
    `
    <p><label>Email <input name="email" type="email" /></label></p>
    <p><label><input name="email_verified" type="checkbox" checked /> Verified</label></p>
    <p><label>First name <input name="given_name" /></label></p>
    <p><label>Last name <input name="family_name" /></label></p>
    <button>Log in</button>`,
  )

/** @param clientId without markup */
export const consentPage = (clientId: string): string =>
  page('Acme: allow', `<p>${clientId} wants to know who you are.</p><button>Allow</button>`)
