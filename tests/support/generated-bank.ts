import type { QuestionBank, QuestionBanks } from '../../api/features/assessments/question-bank'

/** A bank with so many counted questions in six topics, and twelve open ones. The right option is `right <number>`. */
export function generatedBank(counted: number): QuestionBank {
  const topics = ['a', 'b', 'c', 'd', 'e', 'f']
  const question = (number: number, open: boolean) => ({
    id: `gen-${open ? 'open' : 'counted'}-${number}`,
    topic: topics[number % topics.length] ?? 'a',
    text: `Question ${number} of the ${open ? 'open' : 'counted'} ones?`,
    why: `Because ${number}.`,
    source: 'Generated',
    type: 'select' as const,
    right: [`right ${number}`],
    wrong: [1, 2, 3].map((wrong) => `wrong ${wrong} of ${number}`),
    ...(open && { open }),
  })
  return {
    id: 'gen',
    skill: 'Generated Skill',
    code: 'GN',
    aliases: [],
    status: 'draft',
    knows: { basic: [], strong: [] },
    topics: Object.fromEntries(topics.map((topic) => [topic, `Topic ${topic}`])),
    questions: [
      ...Array.from({ length: counted }, (_, number) => question(number, false)),
      ...Array.from({ length: 12 }, (_, number) => question(number, true)),
    ],
  }
}

export const withBank = (banks: QuestionBanks, bank: QuestionBank): QuestionBanks => ({
  list: () => [...banks.list(), bank],
  byId: (id) => (id === bank.id ? bank : banks.byId(id)),
  general: () => banks.general(),
})
