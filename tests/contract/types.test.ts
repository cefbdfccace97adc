import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as entities from '../../contract/entities'
import { schemas, type Output } from '../../contract/schemas'
import type { Comment } from '../../contract/comments'
import type { App, AuthProvider, Branding, ContentGroup, CustomField, InspectorLinks } from '../../contract/types/app'
import type { CaptchaChallenge } from '../../contract/types/captcha-challenge'
import type { ChannelInfo } from '../../contract/types/channel'
import type { DataRecord, DataTable } from '../../contract/types/data-table'
import type { CustomFieldValue, Member, MemberAuth, Tokens } from '../../contract/types/member'
import type { Plan, PlanConnection, Price } from '../../contract/types/plan'
import type { SecureContent } from '../../contract/types/secure-content'
import type { SessionData } from '../../contract/types/session-data'
import type { Team } from '../../contract/types/team'
import type { sessionData } from '../../contract/session-data'
import { aMember } from '../support/a-member'
import { aTeam } from '../support/a-team'
import { anApp } from '../support/an-app'

type Of<Name extends keyof typeof entities> =
  (typeof entities)[Name] extends v.GenericSchema<infer _, infer T> ? T : never

describe('the types that are published', () => {
  // Compared by `tsc`, which is part of every check: a running test can't see types.
  it('are the same as what the schemas let through', () => {
    expectTypeOf<Of<'app'>>().toEqualTypeOf<App>()
    expectTypeOf<Of<'authProvider'>>().toEqualTypeOf<AuthProvider>()
    expectTypeOf<Of<'branding'>>().toEqualTypeOf<Branding>()
    expectTypeOf<Of<'contentGroup'>>().toEqualTypeOf<ContentGroup>()
    expectTypeOf<Of<'customField'>>().toEqualTypeOf<CustomField>()
    expectTypeOf<Of<'customFieldValue'>>().toEqualTypeOf<CustomFieldValue>()
    expectTypeOf<Of<'inspectorLinks'>>().toEqualTypeOf<InspectorLinks>()
    expectTypeOf<Of<'member'>>().toEqualTypeOf<Member>()
    expectTypeOf<Of<'memberAuth'>>().toEqualTypeOf<MemberAuth>()
    expectTypeOf<Of<'plan'>>().toEqualTypeOf<Plan>()
    expectTypeOf<Of<'planConnection'>>().toEqualTypeOf<PlanConnection>()
    expectTypeOf<Of<'price'>>().toEqualTypeOf<Price>()
    expectTypeOf<Of<'secureContent'>>().toEqualTypeOf<SecureContent>()
    expectTypeOf<Of<'tokens'>>().toEqualTypeOf<Tokens>()
    expectTypeOf<v.InferOutput<typeof sessionData>>().toEqualTypeOf<SessionData>()
    expectTypeOf<Output<'getCaptchaChallenge'>>().toEqualTypeOf<CaptchaChallenge>()
    expectTypeOf<Output<'getChannelInfo'>>().toEqualTypeOf<ChannelInfo>()
    expectTypeOf<Output<'createPost'>>().toEqualTypeOf<Comment>()
    expectTypeOf<Output<'getDataTable'>>().toEqualTypeOf<DataTable>()
    // Additional properties of a record are an intersection there and an index signature here.
    expectTypeOf<Output<'createDataRecord'>>().toExtend<DataRecord>()
    expectTypeOf<DataRecord>().toExtend<Output<'createDataRecord'>>()
    expectTypeOf<Output<'getTeam'>>().toEqualTypeOf<Team>()
  })

  it('hold what their schemas let through', () => {
    expect(v.is(entities.member, aMember())).toBe(true)
    expect(v.is(entities.app, anApp())).toBe(true)
    expect(v.is(schemas.getTeam.output, aTeam())).toBe(true)
  })
})
