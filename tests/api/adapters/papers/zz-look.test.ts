import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { createTagPapers } from '../../../../api/adapters/papers/create-tag-papers'
import { sampleTags } from '../../../../api/domain/tags/sample-tags'
import { toVerifiedTag } from '../../../../api/domain/tags/tag-facts'
test('look', async () => {
  const papers = createTagPapers('/tmp/g4fonts')
  const services = { clock: { now: () => Date.now() }, urls: { site: 'https://www.trusttag.example', api: '', demo: '' } }
  const [a, b] = sampleTags.map((f) => toVerifiedTag(services, f))
  const topics = [['Safety',2,2],['Circuits and loads',1.67,2],['Code and inspections',2,2],['Tools and meters',1,2],['Grounding and bonding',2,2]].map(([title,points,of])=>({topic:String(title),title:String(title),points:Number(points),of:Number(of)}))
  const live = { ...b!, mode: 'live' as const, trustTagId: 'TT-EL202612345678', holderName: 'Maria Łukasiewicz Álvarez', topics, expiresAt: '2029-11-21T09:00:00Z', url: 'https://www.trusttag.example/verify/TT-EL202612345678' }
  const long = { ...live, skill: 'Excel (Intermediate to Advanced) for people who count many things', status: 'revoked' as const, isValid: false, holderName: 'Олена Коваль', category: 'Data Analytics & Business Intelligence' }
  const pics = await papers.sharePictures([a!, live, long])
  pics.forEach((p, i) => writeFileSync(`/tmp/g4-pic${i}.png`, p))
  writeFileSync('/tmp/g4-0.pdf', await papers.certificate(a!))
  writeFileSync('/tmp/g4-1.pdf', await papers.certificate(live))
  writeFileSync('/tmp/g4-2.pdf', await papers.certificate(long))
  console.log(pics.map((p) => p.length))
}, 60000)
