import {
  app,
  authProvider,
  branding,
  contentGroup,
  contentNode,
  customField,
  inspectorLinks,
  member,
  memberAuth,
  plan,
  planConnection,
  price,
  secureContent,
  tokens,
} from '../../../contract/entities'
import { attempt } from '../../../contract/schemas/assessments'
import { captchaChallenge } from '../../../contract/schemas/captcha'
import { channelInfo, comment } from '../../../contract/schemas/comments'
import { dataRecord, dataTable } from '../../../contract/schemas/data-tables'
import { proofReport } from '../../../contract/schemas/proof-report'
import { creditCounts, freeOffer, tagPurchase } from '../../../contract/schemas/tag-purchases'
import { checkedTag, heldTag, textFile, verifiedTag } from '../../../contract/schemas/tags'
import { adminMember } from '../../../contract/admin/schemas/members'
import { adminPlan } from '../../../contract/admin/schemas/plans'
import { team } from '../../../contract/team'

/** What stands in many answers, under the name that the description gives it. What is not here is described where it stands. */
export const namedSchemas = {
  AdminMember: adminMember,
  AdminPlan: adminPlan,
  App: app,
  Attempt: attempt,
  AuthProvider: authProvider,
  Branding: branding,
  CaptchaChallenge: captchaChallenge,
  ChannelInfo: channelInfo,
  CheckedTag: checkedTag,
  Comment: comment,
  ContentGroup: contentGroup,
  ContentNode: contentNode,
  CreditCounts: creditCounts,
  CustomField: customField,
  DataRecord: dataRecord,
  DataTable: dataTable,
  FreeOffer: freeOffer,
  HeldTag: heldTag,
  InspectorLinks: inspectorLinks,
  Member: member,
  MemberAuth: memberAuth,
  Plan: plan,
  PlanConnection: planConnection,
  Price: price,
  ProofReport: proofReport,
  SecureContent: secureContent,
  TagPurchase: tagPurchase,
  Team: team,
  TextFile: textFile,
  Tokens: tokens,
  VerifiedTag: verifiedTag,
}
