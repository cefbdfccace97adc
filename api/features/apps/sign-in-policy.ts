import * as v from 'valibot'

/** Registrable or whole host: the RP ID of passkeys. */
const rpId = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/u, 'must be a host name without https:// and without a port'),
)

const wholeNumber = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

/** The settings of an owner. Absent ones follow `preset`. */
export const signInSettings = v.object({
  /** `compatible`: pages written for published clients work unchanged. `strict`: for new apps. */
  preset: v.optional(v.picklist(['compatible', 'strict']), 'compatible'),
  methods: v.optional(
    v.object({
      password: v.optional(v.boolean()),
      /** Needs `passwordless.enabled`. */
      code: v.optional(v.boolean()),
      link: v.optional(v.boolean()),
      passkey: v.optional(v.boolean()),
    }),
  ),
  passkeys: v.optional(v.object({ offer: v.optional(v.picklist(['profile', 'after-login'])), rpId: v.optional(rpId) })),
  secondFactor: v.optional(
    v.object({
      requiredFor: v.optional(
        v.object({
          all: v.optional(v.boolean()),
          plans: v.optional(v.array(v.string())),
          permissions: v.optional(v.array(v.string())),
          moderators: v.optional(v.boolean()),
        }),
      ),
      rememberDays: v.optional(wholeNumber(0, 365)),
      graceDays: v.optional(wholeNumber(0, 365)),
    }),
  ),
  stepUp: v.optional(
    v.object({ minutes: v.optional(wholeNumber(1, 1440)), olderClients: v.optional(v.picklist(['allow', 'refuse'])) }),
  ),
  socialSignupFromLogin: v.optional(v.picklist(['ask', 'allow', 'deny'])),
  /** Whether a refused login names another method: `no-password-set`, `use-social-login`. */
  revealLoginMethods: v.optional(v.boolean()),
  /** Null: sessions end by age alone. */
  sessions: v.optional(v.object({ idleDays: v.optional(v.nullable(wholeNumber(1, 400))) })),
  storedMember: v.optional(v.picklist(['full', 'minimal'])),
  newDeviceMail: v.optional(v.boolean()),
  /** 0: only the owner removes lost second factors. */
  recoveryWaitHours: v.optional(wholeNumber(0, 720)),
})

export type SignInSettings = v.InferOutput<typeof signInSettings>

interface Signing {
  signIn?: SignInSettings | undefined
  passwordless: { enabled: boolean }
}

export interface SignInPolicy {
  methods: { password: boolean; code: boolean; link: boolean; passkey: boolean }
  passkeys: { offer: 'profile' | 'after-login'; rpId: string | null }
  secondFactor: {
    requiredFor: { all: boolean; plans: readonly string[]; permissions: readonly string[]; moderators: boolean }
    rememberDays: number
    graceDays: number
  }
  stepUp: { minutes: number; olderClients: 'allow' | 'refuse' }
  socialSignupFromLogin: 'ask' | 'allow' | 'deny'
  revealLoginMethods: boolean
  sessions: { idleDays: number | null }
  storedMember: 'full' | 'minimal'
  newDeviceMail: boolean
  recoveryWaitHours: number
}

const presets = {
  compatible: {
    link: false,
    offer: 'profile',
    moderators: false,
    graceDays: 7,
    olderClients: 'allow',
    reveals: true,
    idleDays: null,
    stored: 'full',
  },
  strict: {
    link: true,
    offer: 'after-login',
    moderators: true,
    graceDays: 0,
    olderClients: 'refuse',
    reveals: false,
    idleDays: 14,
    stored: 'minimal',
  },
} as const

/** Settings, completed by their preset. */
export function signInPolicy({ signIn = { preset: 'compatible' }, passwordless }: Signing): SignInPolicy {
  const preset = presets[signIn.preset]
  const { methods = {}, passkeys = {}, secondFactor = {}, stepUp = {}, sessions = {} } = signIn
  const { requiredFor = {} } = secondFactor
  return {
    methods: {
      password: methods.password ?? true,
      code: passwordless.enabled && (methods.code ?? true),
      link: methods.link ?? preset.link,
      passkey: methods.passkey ?? true,
    },
    passkeys: { offer: passkeys.offer ?? preset.offer, rpId: passkeys.rpId ?? null },
    secondFactor: {
      requiredFor: {
        all: requiredFor.all ?? false,
        plans: requiredFor.plans ?? [],
        permissions: requiredFor.permissions ?? [],
        moderators: requiredFor.moderators ?? preset.moderators,
      },
      rememberDays: secondFactor.rememberDays ?? 30,
      graceDays: secondFactor.graceDays ?? preset.graceDays,
    },
    stepUp: { minutes: stepUp.minutes ?? 10, olderClients: stepUp.olderClients ?? preset.olderClients },
    socialSignupFromLogin: signIn.socialSignupFromLogin ?? 'ask',
    revealLoginMethods: signIn.revealLoginMethods ?? preset.reveals,
    sessions: { idleDays: sessions.idleDays === undefined ? preset.idleDays : sessions.idleDays },
    storedMember: signIn.storedMember ?? preset.stored,
    newDeviceMail: signIn.newDeviceMail ?? true,
    recoveryWaitHours: signIn.recoveryWaitHours ?? 72,
  }
}

/** A passkey alone does not count: a new member has none. */
export function hasLoginMethod(app: Signing & { authProviders: readonly object[] }): boolean {
  const { password, code, link } = signInPolicy(app).methods
  return password || code || link || app.authProviders.length > 0
}
