import type { Db } from '../../api/database/db'
import * as members from '../../api/features/members/repository'
import * as payments from '../../api/features/payments/repository'
import * as testPayments from '../../api/features/payments/test/repository'
import * as plans from '../../api/features/plans/repository'
import type { Mode } from '../../api/lib/ids'
import { inTransaction } from './in-transaction'

/** Plans, teams and payments, for `repositories`. */
export const paymentRepositories = {
  planConnections: {
    insert: inTransaction(plans.insertPlanConnection),
    find: plans.findPlanConnection,
    listByMember: plans.listPlanConnections,
    findByPurchase: plans.findConnectionByPurchase,
    replace: inTransaction(plans.replacePlanConnection),
    delete: inTransaction(plans.deletePlanConnection),
    countByPlan: (db: Db, appId: string, mode: Mode, planId: string) =>
      members.countMembersWithPlan(db, { appId, mode, planId }),
  },
  teams: {
    insert: inTransaction(plans.insertTeam),
    find: plans.findTeamById,
    findByInviteToken: plans.findTeamByInviteToken,
    findByConnection: plans.findTeamByConnection,
    lock: inTransaction(plans.lockTeam),
    setInviteToken: plans.updateInviteToken,
    addMember: inTransaction(plans.insertTeamMember),
    removeMember: inTransaction(plans.deleteTeamMember),
    countMembers: plans.countTeamMembers,
    listPeople: plans.listTeamPeople,
    listByMember: plans.listTeamsOfMember,
    listByMembers: plans.listTeamsOfMembers,
    delete: inTransaction(plans.deleteTeam),
  },
  purchases: {
    insert: payments.insertPurchase,
    find: payments.findPurchase,
    findBySession: payments.findPurchaseBySession,
    findByExternalId: payments.findPurchaseByExternalId,
    update: payments.updatePurchase,
    beginRead: payments.beginPurchaseRead,
    listByMember: payments.listPurchases,
    countOpenByPlan: (db: Db, appId: string, mode: 'test' | 'live', planId: string, now: number, except: string) =>
      plans.countMembersInCheckout(db, { appId, mode }, planId, { now, except }),
    listDue: payments.listDuePurchases,
  },
  paymentEvents: {
    has: payments.hasPaymentEvent,
    insert: payments.insertPaymentEvent,
    deleteBefore: payments.deletePaymentEventsBefore,
  },
  testPayments: {
    ensureCustomer: testPayments.ensureTestCustomer,
    ensureCheckout: testPayments.ensureTestCheckout,
    findCheckout: testPayments.findTestCheckout,
    closeCheckout: testPayments.closeTestCheckout,
    insertSale: testPayments.insertTestSubscription,
    findSale: testPayments.findTestSubscription,
    findSaleByPurchase: testPayments.findTestSubscriptionByPurchase,
    replaceSale: testPayments.replaceTestSubscription,
    listSales: testPayments.listTestSubscriptions,
    insertCharge: testPayments.insertTestCharge,
    refundCharges: testPayments.refundTestCharges,
    listCharges: testPayments.listTestCharges,
    insertPortal: testPayments.insertTestPortal,
    findPortal: testPayments.findTestPortal,
    deleteExpiredPortals: testPayments.deleteExpiredTestPortals,
  },
}
