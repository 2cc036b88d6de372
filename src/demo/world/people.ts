import { type PersonKey, personKeys } from './persona-keys.ts'
import { conversationPlans, friendsWithoutConversation } from './personas.ts'

/** The server's first account id. The world is written to an empty store. */
const firstAccountId = 100_001

/** The account id of a person of the world. */
export const accountIdOf = (person: PersonKey): number => firstAccountId + personKeys.indexOf(person)

/** Returns the phone number of a person, from the range reserved for fiction. */
export const phoneOf = (person: PersonKey): { readonly telCode: string; readonly phone: string } => ({
  telCode: '1',
  phone: `20255501${String(personKeys.indexOf(person)).padStart(2, '0')}`,
})

/** All friends of the signed-in person. */
export const friendKeys: readonly PersonKey[] = [
  ...conversationPlans.filter(({ kind }) => kind === 'direct').map(({ members: [peer] }) => peer),
  ...friendsWithoutConversation,
]
