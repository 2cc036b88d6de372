import type { WireGroupNotice, WireVanishNotice } from '#schemas/wire/message-bodies.ts'
import type { Turn } from './conversation-turn.ts'
import type { ConversationPlan } from './personas.ts'
import type { SeedTexts } from './seed-texts.ts'

/** As the server tells everybody that messages vanish from now on. */
export const switchVanish = ({ members: [speaker] }: ConversationPlan, seconds: number): Turn => {
  const notice: WireVanishNotice = { Kind: 'vanish', Seconds: seconds }
  return { speaker, type: 'notice', text: JSON.stringify(notice) }
}

/** As the server tells how a group began: its owner made it, with the others in it; nothing for other conversations. */
export function foundGroup({ people }: SeedTexts, { kind, members }: ConversationPlan): readonly Turn[] {
  if (kind !== 'group') return []
  const [owner, ...others] = members
  return [
    notify(owner, 'GroupJoin', {
      Kind: 'created',
      Names: ['me' as const, ...others].map((one) => people[one]),
    }),
  ]
}

/** As the server tells that a group got its name from its owner. */
export function nameGroup(
  { groups }: SeedTexts,
  { kind, group, members }: ConversationPlan,
): readonly Turn[] {
  if (kind !== 'group' || group === undefined) return []
  return [notify(members[0], 'notice', { Kind: 'renamed', Names: [], Text: groups[group] })]
}

type Told = Pick<WireGroupNotice, 'Kind' | 'Names'> & Partial<WireGroupNotice>

const notify = (speaker: Turn['speaker'], type: 'GroupJoin' | 'notice', told: Told): Turn => ({
  speaker,
  type,
  text: JSON.stringify({ ...told, Count: told.Names.length }),
})
