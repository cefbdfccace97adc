import type { CDPSession, Page } from '@playwright/test'
import { codeFromMailbox } from './mailbox'

interface AuthenticatorOptions {
  /** Copies passkeys to other devices. */
  isSynced?: boolean
  /** The person cannot be verified by face, fingerprint or PIN. */
  isUnverified?: boolean
}

/** Chromium's virtual authenticator (CDP). No one touches it unless `during` is used. */
export async function addAuthenticator(
  page: Page,
  { isSynced = false, isUnverified = false }: AuthenticatorOptions = {},
) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: !isUnverified,
      automaticPresenceSimulation: false,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  })
  const touch = (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return {
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    verifies: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** The person touches the authenticator while `work` runs. */
    async during<T>(work: () => Promise<T>): Promise<T> {
      await touch(true)
      try {
        return await work()
      } finally {
        await touch(false)
      }
    },
    remove: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}

/** A new member with a verified email, logged in on the page. @param password set after the sign-up */
export async function enterVerified(
  page: Page,
  { api, demo, email, password }: { api: string; demo: string; email: string; password?: string },
): Promise<void> {
  const post = async (path: string, body: object, token?: string) => {
    const headers = {
      'Content-Type': 'application/json',
      'X-APP-ID': 'app_demo',
      ...(token && { Authorization: `Bearer ${token}` }),
    }
    const answer = await fetch(api + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    const { data }: { data: { tokens?: { accessToken: string } } } = await answer.json()
    return data.tokens?.accessToken
  }
  await post('/auth/passwordless/signup/send', { email })
  const passwordlessToken = await codeFromMailbox(api, email)
  const token = await post('/auth/signup?isPasswordless=true', { email, passwordlessToken })
  if (password) await post('/member/set-password', { password }, token)
  await page.goto(`${demo}/forms/passkeys.html`)
  await page.evaluate((value) => localStorage.setItem('_ms-mid', value), token ?? '')
  await page.reload()
}
