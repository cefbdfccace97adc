const month = 30 * 24 * 60 * 60 * 1000

/** @param {string} planName @param {string} status @param {object} payment */
const paid = (planName, status, payment = {}) => ({
  id: `con_${planName}`,
  active: status === 'ACTIVE' || status === 'TRIALING',
  status,
  planId: 'pln_pro',
  planName,
  type: 'SUBSCRIPTION',
  payment: {
    amount: 10,
    currency: 'usd',
    status: 'PAID',
    lastBillingDate: Date.now(),
    nextBillingDate: Date.now() + month,
    cancelAtDate: null,
    priceId: 'prc_pro-monthly',
    ...payment,
  },
})
const free = (planName) => ({
  id: `con_${planName}`,
  active: true,
  status: 'ACTIVE',
  planId: 'pln_free',
  planName,
  type: 'FREE',
  payment: null,
})

/** @param {string} email @param {'OWNER' | 'MEMBER'} role @param {string | null} profileImage */
const person = (email, role = 'MEMBER', profileImage = null) => ({
  role,
  member: { id: `mem_${email}`, auth: { email }, profileImage },
})

const owner = { teams: { ownedTeams: [{ teamId: 'team_gallery' }], joinedTeams: [] } }
const upgrade = { teamAccountUpgradeLink: '/plans/upgrade.html' }
const team = (maxTeamMembers) => ({
  id: 'team_gallery',
  inviteToken: 'k2t-Vb7mH0qYx4nS9dLwRz1cJf8uGaPe',
  maxTeamMembers,
  plan: { id: 'pln_team', name: 'Team', teamAccountInviteSignupLink: '/signup.html', ...upgrade },
  ownersPlanConnection: { id: 'con_team', active: true, plan: { id: 'pln_team', ...upgrade } },
  members: [
    person('ada@example.com', 'OWNER', `${location.origin}/icon.svg`),
    person('bob.with.quite.a.long.name.and.more@department.university.example'),
    person('cem@example.com', 'MEMBER', `${location.origin}/no-such-picture.png`),
  ],
})

/** @param {string} id @param {string | null} agent @param {string[]} methods */
const session = (id, agent, methods, isCurrent = false) => ({
  id,
  isCurrent,
  agent,
  network: agent && '2001:db8:4f::/48',
  methods,
  startedAt: '2026-11-20T08:15:00.000Z',
  lastSeenAt: '2026-11-21T09:00:00.000Z',
})

/** What a member could have, each as its difference from one who has nothing; with the team they own. */
export const accounts = {
  bare: { member: {} },
  connected: {
    member: {
      auth: {
        email: 'ada@example.com',
        hasPassword: true,
        providers: [{ provider: 'google' }, { provider: 'no-longer-offered' }],
      },
    },
  },
  payer: { member: { stripeCustomerId: 'cus_gallery' } },
  everything: {
    member: {
      stripeCustomerId: 'cus_gallery',
      planConnections: [
        paid('Pro', 'ACTIVE'),
        paid('Studio', 'TRIALING'),
        paid('Plus', 'REQUIRES_PAYMENT', { status: 'FAILED' }),
        paid('Archive', 'ACTIVE', { cancelAtDate: Date.now() + month }),
        paid('Basic', 'CANCELED'),
        free('Newsletter'),
      ],
      teams: {
        ownedTeams: [],
        joinedTeams: [
          { teamId: 'team_1', planName: 'Team', planId: 'pln_team', active: true },
          { teamId: 'team_2', planName: 'Old team', planId: 'pln_team', active: false },
        ],
      },
    },
  },
  owner: { member: owner, team: team(5) },
  elsewhere: {
    sessions: [
      session('ses_here', 'Chrome on Linux', ['password', 'totp'], true),
      session('ses_phone', 'Samsung Internet on Android', ['link']),
      session('ses_old', null, ['provider']),
    ],
  },
  invited: {
    invitation: { teamName: 'Studio for the Arts', inviterEmail: 'olga.with.a.long.name@university.example' },
  },
  'lone-owner': { member: owner, team: { ...team(5), members: team(5).members.slice(0, 1) } },
  'lost-team': { member: owner },
  'full-team': { member: owner, team: team(3) },
}
