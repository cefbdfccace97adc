import { Section } from './section'
import { useSidebar } from './sidebar-context'
import { useAnswer } from './use-answer'
import { WaitingNote } from './waiting-note'

/** What the API keeps for the member beside the record: asked for whenever this comes into view. */
export function MemberJson() {
  const { client } = useSidebar()
  const answer = useAnswer(true, () => client.getMemberJSON())
  return (
    <Section title="Member JSON" raw={answer.value?.data}>
      {!answer.value && <WaitingNote answer={answer} />}
    </Section>
  )
}
