import { firstSchema } from './0001-first-schema'
import { accountLife } from './0002-account-life'
import { mailModeAndProfileImages } from './0003-mail-mode-and-profile-images'
import { captcha } from './0004-captcha'
import { wordsBeforeProof } from './0005-words-before-proof'
import { memberTickets } from './0006-member-tickets'
import { purchasesAndTeams } from './0007-purchases-and-teams'
import { testPayments } from './0008-test-payments'
import { inbox } from './0009-inbox'
import { signupRecords } from './0010-signup-records'
import { trustTags } from './0011-trusttags'
import { ownerAccess } from './0012-owner-access'
import { workSampleFingerprints } from './0013-work-sample-fingerprints'
import { socialLogin } from './0014-social-login'
import { proof } from './0015-proof'
import { dataTables } from './0016-data-tables'
import { comments } from './0017-comments'
import { admin } from './0018-admin'
import { dataRecordIndexes } from './0019-data-record-indexes'
import { ownerLists } from './0020-owner-lists'
import { storedCommentMarkup } from './0021-stored-comment-markup'
import { storageSums } from './0022-storage-sums'
import { knownDevices } from './0023-devices'
import { revocations } from './0024-revocations'
import { staff } from './0025-staff'
import { appSettings } from './0026-app-settings'
import { memberSearch } from './0027-member-search'
import { contentDrafts } from './0028-content-drafts'
import { signIn } from './0029-sign-in'
import { countedAttempts } from './0035-counted-attempts'
import { oneName } from './0040-one-name'
import { deletionGrace } from './0046-deletion-grace'
import { storageSumsPerStatement } from './0047-storage-sums-per-statement'
import { undoRemoval } from './0048-undo-removal'
import type { Migration } from './migration'

export const migrations: readonly Migration[] = [
  firstSchema,
  accountLife,
  mailModeAndProfileImages,
  captcha,
  wordsBeforeProof,
  memberTickets,
  purchasesAndTeams,
  testPayments,
  inbox,
  signupRecords,
  trustTags,
  ownerAccess,
  workSampleFingerprints,
  socialLogin,
  proof,
  dataTables,
  comments,
  admin,
  dataRecordIndexes,
  ownerLists,
  storedCommentMarkup,
  storageSums,
  knownDevices,
  revocations,
  staff,
  appSettings,
  memberSearch,
  contentDrafts,
  signIn,
  countedAttempts,
  oneName,
  deletionGrace,
  storageSumsPerStatement,
  undoRemoval,
]
