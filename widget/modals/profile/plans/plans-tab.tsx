import { Button } from '../../ui/button'
import { Entry } from '../entry'
import type { PanelProps } from '../panel'
import { Removal } from '../removal'
import { PaidPlan } from './paid-plan'
import { PlanGroup } from './plan-group'

/** What the member pays for, shares with a team and has for free (seed 001 section 2, "Plans tab"). */
export function PlansTab({ client, app, member, texts, action, focusTitle }: PanelProps) {
  const { id: memberId, planConnections, stripeCustomerId, teams } = member
  const { joinedTeams } = teams
  const manage = async () => {
    await client.launchStripeCustomerPortal({ priceIds: [], autoRedirect: true })
    return { message: '' }
  }
  const removal = (about: string, text: string, message: string, call: () => Promise<unknown>) => (
    <Removal {...{ texts, action, focusTitle, about }} work={() => call().then(() => ({ message }))}>
      {text}
    </Removal>
  )
  return (
    <>
      {planConnections.length + joinedTeams.length === 0 && <p>{texts.no_plans_message}</p>}
      <PlanGroup title={texts.paid_plans}>
        {planConnections
          .filter(({ payment }) => payment)
          .map((connection) => (
            <PaidPlan key={connection.id} {...{ app, texts, connection }} />
          ))}
      </PlanGroup>
      {stripeCustomerId && (
        <Button look="secondary" onClick={() => void action.run(manage)}>
          {texts.manage_subscriptions}
        </Button>
      )}
      <PlanGroup title={texts.team_plans}>
        {joinedTeams.map(({ teamId, planName, active }) => (
          <Entry key={teamId} name={planName} notes={[!active && texts.plan_inactive]}>
            {removal(planName, texts.leave_team, texts.team_left_message, () =>
              client.removeMemberFromTeam({ teamId, memberId }),
            )}
          </Entry>
        ))}
      </PlanGroup>
      <PlanGroup title={texts.free_plans}>
        {planConnections
          .filter(({ payment }) => !payment)
          .map(({ id, planId, planName, status }) => (
            <Entry key={id} name={planName} notes={[status === 'CANCELED' && texts.plan_canceled]}>
              {status !== 'CANCELED' &&
                removal(planName, texts.remove_button, texts.plan_removed_message, () => client.removePlan({ planId }))}
            </Entry>
          ))}
      </PlanGroup>
    </>
  )
}
