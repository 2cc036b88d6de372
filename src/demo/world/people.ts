import { type PersonKey, personKeys } from './persona-keys.ts'
import { conversationPlans, friendsWithoutConversation } from './personas.ts'

/** What the server's first account is numbered; the world is written into an empty store. */
const firstAccountId = 100_001

/** The account id of a person of the world. */
export const accountIdOf = (person: PersonKey): number => firstAccountId + personKeys.indexOf(person)

/** The phone number a person of the world signs in with; from the range kept free for stories. */
export const phoneOf = (person: PersonKey): { readonly telCode: string; readonly phone: string } => ({
  telCode: '1',
  phone: `20255501${String(personKeys.indexOf(person)).padStart(2, '0')}`,
})

/** Everybody the person signed in is friends with. */
export const friendKeys: readonly PersonKey[] = [
  ...conversationPlans.filter(({ kind }) => kind === 'direct').map(({ members: [peer] }) => peer),
  ...friendsWithoutConversation,
]
