import type { AccessWorld } from '../../support/access-world'
import type { Pools } from '../../support/schema-arbitrary'

/** Public names of both apps, which alone must give no access. */
const shared = ({ who, demo, tag, admin }: AccessWorld) => ({
  email: [...Object.values(who).map(({ email }) => email), 'somebody@example.test'],
  memberId: Object.values(who).map(({ id }) => id),
  member: Object.values(who).flatMap(({ id, email }) => [id, email]),
  endpointId: [admin.endpointId, 'whe_nobody'],
  jobId: [admin.jobId, admin.exportId, 'job_nobody'],
  noteId: [admin.noteId, 'nte_nobody'],
  messageId: [admin.messageId, 'whm_nobody'],
  token: Object.values(who).map(({ token }) => token),
  teamId: [demo.teamId, demo.otherTeamId, 'team_nobody'],
  inviteToken: [demo.inviteToken, demo.otherInviteToken],
  postId: [demo.postId, demo.threadId, 'cmt_sb_nobody'],
  threadId: [demo.threadId, demo.postId],
  recordId: [demo.recordId, 'rec_nobody'],
  attemptId: [tag.attemptId, tag.passedAttemptId, tag.openAttemptId, tag.visitorAttemptId, 'att_nobody'],
  tagId: [tag.privateTagId, tag.publicTagId, 'TT-TEST-EL202600000000'],
  sampleId: [tag.sampleId, tag.readySampleId, 'smp_nobody'],
  purchaseId: [tag.purchaseId, 'pur_nobody'],
  slug: [tag.slug, 'nobody'],
  file: ['credential.json', 'badge.svg', '..', 'certificate.pdf'],
})

export const requestPools = (world: AccessWorld): Pools => ({
  ...shared(world),
  planId: ['pln_free', 'pln_newsletter', 'pln_pro', 'pln_team', 'pln_nobody'],
  priceId: ['prc_pro-monthly', 'prc_pro-yearly', 'prc_pro-lifetime', 'prc_team-monthly', 'prc_trial-monthly', 'prc_no'],
  couponId: ['HALF', 'NOBODY', null],
  part: ['app', 'plans', 'prices', 'coupons', 'groups', 'gates', 'fields', 'design', 'texts', 'payments', 'contents'],
  item: ['current', 'pln_free', 'HALF', 'company', 'cnt_welcome', 'cnt_draft', { percentOff: 10 }, { name: 'New' }],
  changes: [{ active: false }, { name: 'New' }, { label: 'New' }, { name: 7 }],
  version: ['1', '2', '999'],
  password: Object.values(world.who).map(({ password }) => password),
  oldPassword: Object.values(world.who).map(({ password }) => password),
  newPassword: ['hushhush and new'],
  channelKey: ['guestbook', 'another'],
  contentId: ['cnt_welcome', 'cnt_download', 'cnt_free'],
  table: ['notes', 'announcements', 'Notes'],
  query: queries,
  provider: ['google', 'github'],
  success_url: returns,
  cancel_url: returns,
  origin_url: returns,
  return_url: returns,
  origin_domain: returns,
  skill: ['Cook', 'Electrician', 'Beekeeper'],
  packageId: ['single', 'three', 'ten-plus', 'nobody'],
  data: [{ title: 'Milk' }, { title: 'Milk', stars: 3, done: true }, { title: null }, { nobody: 1 }],
  customFields: [
    { company: 'Acme' },
    { 'internal-note': 'mine now' },
    { years: 'many' },
    { 'first-day': '2026-13-45' },
  ],
})

const returns = ['http://localhost:4002/a?b=c', 'https://evil.example/', 'http://localhost:4002\\@evil.example', '/a']

const queries = [
  { findMany: {} },
  { findMany: { where: { title: { contains: 'q' } }, orderBy: { createdAt: 'desc' }, take: 5, skip: 1 } },
  { findMany: { where: { OR: [{ stars: { gt: 1 } }, { NOT: { done: true } }] } } },
  { findMany: { where: { createdByMemberId: { equals: 'x' } }, include: { createdBy: true }, select: { id: true } } },
  { findUnique: { where: { id: 'rec_nobody' } } },
  { count: { where: {} } },
  { findMany: { take: 1e9 } },
  { findMany: { where: { __proto__: { equals: 1 } } } },
]
