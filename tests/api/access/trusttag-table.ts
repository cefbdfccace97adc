import type { trustTagEndpoints } from '../../../contract/endpoints/trusttag'
import { SITE } from '../../support/access-people'
import { everybody, hiddenFromOthers, members, onlyTheirs } from './access-row'
import type { AccessTable } from './access-row'

/** Expected result per endpoint and caller, for tess's data in app_trusttag. */
export const trustTagAccess: AccessTable<keyof typeof trustTagEndpoints> = {
  listSkills: { input: () => ({}), answers: everybody },
  getSkill: { input: () => ({ slug: 'cook' }), answers: everybody },
  startAttempt: { input: () => ({ skill: 'Excel (Intermediate to Advanced)' }), answers: everybody },
  listAttempts: { input: () => ({}), answers: everybody },
  claimAttempts: { input: () => ({}), answers: members },
  getAttempt: {
    input: ({ tag: { attemptId } }) => ({ attemptId }),
    answers: hiddenFromOthers('404 attempt-not-found'),
  },
  saveAnswers: {
    input: ({ tag }) => ({ attemptId: tag.openAttemptId, answers: { 1: '' } }),
    answers: hiddenFromOthers('404 attempt-not-found'),
  },
  completeAttempt: {
    input: ({ tag }) => ({ attemptId: tag.openAttemptId }),
    answers: hiddenFromOthers('404 attempt-not-found'),
  },

  sendInquiry: {
    input: async ({ captcha }) => ({
      email: 'anybody@example.test',
      captchaToken: await captcha('app_trusttag'),
      organizationName: 'Harbor Works',
      contactName: 'Grace',
      useCase: 'Training',
    }),
    answers: everybody,
  },
  sendContactMessage: {
    input: async ({ captcha }) => ({
      email: 'anybody@example.test',
      captchaToken: await captcha('app_trusttag'),
      name: 'Grace',
      message: 'Do you test beekeepers?',
    }),
    answers: everybody,
  },

  listPackages: { input: () => ({}), answers: everybody },
  createTagPurchase: {
    input: ({ tag }) => ({
      packageId: 'single',
      attemptIds: [tag.passedAttemptId],
      success_url: `${SITE}/thanks`,
      cancel_url: `${SITE}/checkout`,
    }),
    answers: onlyTheirs('404 attempt-not-found'),
  },
  listTagPurchases: { input: () => ({}), answers: members },
  refundTagPurchase: {
    input: ({ tag: { purchaseId } }) => ({ purchaseId }),
    answers: onlyTheirs('404 tag-purchase-not-found'),
  },
  claimFreeTag: { input: () => ({}), answers: members },

  issueTag: {
    input: ({ tag }) => ({ attemptId: tag.passedAttemptId, holderName: 'Tess Public', visibility: 'LINK' }),
    answers: onlyTheirs('404 attempt-not-found'),
  },
  listTags: { input: () => ({}), answers: members },
  updateTag: {
    input: ({ tag }) => ({ tagId: tag.privateTagId, visibility: 'PUBLIC' }),
    answers: onlyTheirs('404 tag-not-found'),
  },
  listTagSamples: { input: ({ tag }) => ({ tagId: tag.privateTagId }), answers: onlyTheirs('404 tag-not-found') },
  showTagSamples: {
    input: ({ tag }) => ({ tagId: tag.privateTagId, sampleIds: [] }),
    answers: onlyTheirs('404 tag-not-found'),
  },
  noteShare: { input: ({ tag }) => ({ tagId: tag.privateTagId }), answers: onlyTheirs('404 tag-not-found') },
  getCertificateText: { input: ({ tag }) => ({ tagId: tag.privateTagId }), answers: onlyTheirs('404 tag-not-found') },
  getOwnTagFile: {
    input: ({ tag }) => ({ tagId: tag.privateTagId, file: 'credential.json' }),
    answers: onlyTheirs('404 tag-not-found'),
  },
  // Needs no app and no key, and ignores both.
  verifyTag: { input: ({ tag }) => ({ tagId: tag.publicTagId }), answers: { ...everybody, adminKey: 'ok' } },

  getTagProfile: { input: () => ({}), answers: members },
  updateTagProfile: { input: () => ({ publicProfile: true }), answers: members },
  // Hidden by its holder: not found at this URL for any caller.
  getPublicProfile: {
    input: ({ tag: { slug } }) => ({ slug }),
    answers: { ...hiddenFromOthers('404 profile-not-found'), member: '404 profile-not-found' },
  },
  getPortfolioText: { input: () => ({}), answers: members },
  getPortfolioArchive: { input: () => ({}), answers: members },
  exportMyData: { input: () => ({}), answers: members },

  listWorkSamples: {
    input: ({ tag: { attemptId } }) => ({ attemptId }),
    answers: onlyTheirs('404 attempt-not-found'),
  },
  startWorkSample: {
    input: ({ tag: { attemptId } }) => ({ attemptId, name: 'b.pdf', type: 'application/pdf', sizeBytes: 5 }),
    answers: onlyTheirs('404 attempt-not-found'),
  },
  getWorkSample: {
    input: ({ tag: { sampleId } }) => ({ sampleId }),
    answers: onlyTheirs('404 work-sample-not-found'),
  },
  sendWorkSample: {
    input: ({ tag: { sampleId } }) => ({ sampleId, offset: '0', content: new TextEncoder().encode('%PDF-') }),
    answers: onlyTheirs('404 work-sample-not-found'),
  },
  deleteWorkSample: {
    input: ({ tag: { sampleId } }) => ({ sampleId }),
    answers: onlyTheirs('404 work-sample-not-found'),
  },
  createSampleLink: {
    input: ({ tag }) => ({ sampleId: tag.readySampleId }),
    answers: onlyTheirs('404 work-sample-not-found'),
  },
}
