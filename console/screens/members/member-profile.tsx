import { useState } from 'react'
import { Form } from 'react-aria-components'
import type { AdminMember } from '../../../contract/admin/schemas/members'
import { useMayDo } from '../../data/console'
import { useWrite } from '../../data/queries'
import { memberTexts } from '../../texts/english/member'
import { useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/choices'
import { TextField } from '../../ui/fields'
import { Card, CodeBlock, Facts } from '../../ui/page'
import { showToast } from '../../ui/toast'
import { Time } from '../../ui/values'
import { memberReads } from './definition'
import type { MemberDefinition } from './definition'
import { FieldInput, toFieldValue } from './field-input'
import { ErrorLine } from '../../ui/states'

interface ProfileProps {
  member: AdminMember
  definition: MemberDefinition
}

/** Unsaved changes. Everything else follows the server. */
interface Edits {
  email?: string
  verified?: boolean
  fields: Readonly<Record<string, string | boolean>>
}

const none: Edits = { fields: {} }

/** The values for the API: only edited ones. */
function toChanges({ email, verified, fields }: Edits, definition: MemberDefinition) {
  const changed = definition.fields.flatMap((field) => {
    const typed = fields[field.key]
    return typed === undefined ? [] : [[field.key, toFieldValue(field, typed)] as const]
  })
  return {
    ...(email !== undefined && { email: email.trim() }),
    ...(verified !== undefined && { verified }),
    ...(changed.length > 0 && { customFields: Object.fromEntries(changed) }),
  }
}

/** Saves only what was changed here, so that two people who edit one member keep each other's changes. */
export function Profile({ member, definition }: ProfileProps) {
  const t = useTexts(memberTexts)
  const mayWrite = useMayDo('members.write')
  const [edits, setEdits] = useState(none)
  const write = useWrite('changeMember', {
    changes: memberReads,
    onDone: () => {
      setEdits(none)
      showToast(t.saved)
    },
  })
  const isChanged = edits !== none
  const save = () => write.mutate({ member: member.id, ...toChanges(edits, definition) })
  const isOfEmail = write.error?.code.includes('email') ?? false
  return (
    <Card title={t.profile}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!write.isPending && isChanged) save()
        }}
      >
        <Inputs
          member={member}
          definition={definition}
          edits={edits}
          onEdits={setEdits}
          emailError={isOfEmail ? write.error?.message : null}
        />
        {write.error && !isOfEmail && <ErrorLine text={write.error.message} />}
        {mayWrite && isChanged && (
          <div className="row">
            <Button type="submit" kind="primary" isPending={write.isPending}>
              {t.save}
            </Button>
            <Button kind="quiet" onPress={() => setEdits(none)}>
              {t.discard}
            </Button>
          </div>
        )}
      </Form>
      <Known member={member} definition={definition} />
    </Card>
  )
}

interface InputsProps extends ProfileProps {
  edits: Edits
  onEdits: (edits: Edits) => void
  emailError: string | null | undefined
}

function Inputs({ member, definition, edits, onEdits, emailError }: InputsProps) {
  const t = useTexts(memberTexts)
  const isReadOnly = !useMayDo('members.write')
  return (
    <>
      <TextField
        label={t.email}
        type="email"
        isRequired
        isReadOnly={isReadOnly}
        autoComplete="off"
        value={edits.email ?? member.auth.email}
        onChange={(email) => onEdits({ ...edits, email })}
        hint={edits.email === undefined ? undefined : t.emailHint}
        error={emailError}
      />
      <Checkbox
        isSelected={edits.verified ?? member.verified}
        isReadOnly={isReadOnly}
        onChange={(verified) => onEdits({ ...edits, verified })}
      >
        {t.verified}
      </Checkbox>
      <div className="members-fields">
        {definition.fields.map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            value={edits.fields[field.key] ?? member.customFields[field.key] ?? null}
            isReadOnly={isReadOnly}
            onChange={(value) => onEdits({ ...edits, fields: { ...edits.fields, [field.key]: value } })}
          />
        ))}
      </div>
    </>
  )
}

/** Read-only facts. */
function Known({ member, definition }: ProfileProps) {
  const t = useTexts(memberTexts)
  const names = new Map(definition.providers.map(({ provider, name }) => [provider, name]))
  const logins = [
    ...(member.auth.hasPassword ? [t.password] : []),
    ...member.auth.providers.map(({ provider }) => names.get(provider) ?? provider),
  ]
  const text = (value: object) => JSON.stringify(value, null, 2)
  return (
    <>
      <Facts
        facts={[
          { label: t.id, value: <code>{member.id}</code> },
          { label: t.joined, value: <Time value={member.createdAt} isLong /> },
          { label: t.lastLogin, value: <Time value={member.lastLogin} isLong /> },
          { label: t.logins, value: logins.join(', ') || t.none },
          ...(member.stripeCustomerId ? [{ label: t.customer, value: <code>{member.stripeCustomerId}</code> }] : []),
        ]}
      />
      {Object.keys(member.metaData).length > 0 && <CodeBlock label={t.metaData} code={text(member.metaData)} />}
      {member.json && Object.keys(member.json).length > 0 && <CodeBlock label={t.json} code={text(member.json)} />}
    </>
  )
}
