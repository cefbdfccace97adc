import type { SocialProviderKey } from '../../../contract/providers'
import type { ProviderUrls } from '../../domain/social/provider-settings'
import type { ClientAuthentication } from './exchange-code'
import { readDribbbleProfile } from './profiles/dribbble'
import { readFacebookProfile } from './profiles/facebook'
import { readGithubProfile } from './profiles/github'
import { readOpenIdProfile } from './profiles/open-id-claims'
import type { ReadProfile } from './profiles/read-profile'
import { readSpotifyProfile } from './profiles/spotify'

/** How one provider wants to be asked, by its documentation. */
export interface ProviderRow {
  urls: ProviderUrls
  scopes: readonly string[]
  /** Whether it checks PKCE (S256). The others would refuse or ignore it. */
  pkce: boolean
  authentication: ClientAuthentication
  /** Beyond what OAuth asks for. */
  authorizeParameters?: Readonly<Record<string, string>>
  /** Of calls with an access token. */
  headers?: Readonly<Record<string, string>>
  readProfile: ReadProfile
}

/**
 * Google and LinkedIn speak OpenID Connect, and are asked for their userinfo all the same: it holds what the ID token holds,
 * comes from the provider itself, and needs no keys. Google binds the code to this browser by PKCE; the token of LinkedIn
 * carries no nonce that could do so.
 */
export const providerTable: Record<SocialProviderKey, ProviderRow> = {
  facebook: {
    urls: {
      authorize: 'https://www.facebook.com/v23.0/dialog/oauth',
      token: 'https://graph.facebook.com/v23.0/oauth/access_token',
      userinfo: 'https://graph.facebook.com/v23.0/me',
    },
    scopes: ['email', 'public_profile'],
    // Only in its OpenID Connect flow, which is still in testing.
    pkce: false,
    authentication: 'body',
    readProfile: readFacebookProfile,
  },
  google: {
    urls: {
      authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
      token: 'https://oauth2.googleapis.com/token',
      userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
    },
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    authentication: 'body',
    // Who has several accounts must not be logged in with the one that happens to be open.
    authorizeParameters: { prompt: 'select_account' },
    readProfile: readOpenIdProfile,
  },
  linkedin: {
    urls: {
      authorize: 'https://www.linkedin.com/oauth/v2/authorization',
      token: 'https://www.linkedin.com/oauth/v2/accessToken',
      userinfo: 'https://api.linkedin.com/v2/userinfo',
    },
    scopes: ['openid', 'email', 'profile'],
    // Only for native clients, at other addresses.
    pkce: false,
    authentication: 'body',
    readProfile: readOpenIdProfile,
  },
  spotify: {
    urls: {
      authorize: 'https://accounts.spotify.com/authorize',
      token: 'https://accounts.spotify.com/api/token',
      userinfo: 'https://api.spotify.com/v1/me',
    },
    scopes: ['user-read-email'],
    pkce: true,
    authentication: 'basic',
    readProfile: readSpotifyProfile,
  },
  dribbble: {
    urls: {
      authorize: 'https://dribbble.com/oauth/authorize',
      token: 'https://dribbble.com/oauth/token',
      userinfo: 'https://api.dribbble.com/v2/user',
    },
    scopes: ['public'],
    pkce: false,
    authentication: 'body',
    readProfile: readDribbbleProfile,
  },
  github: {
    urls: {
      authorize: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      userinfo: 'https://api.github.com/user',
    },
    scopes: ['read:user', 'user:email'],
    pkce: true,
    authentication: 'body',
    headers: { accept: 'application/vnd.github+json' },
    readProfile: readGithubProfile,
  },
}
