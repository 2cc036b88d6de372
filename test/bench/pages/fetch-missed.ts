import { conversationsPerCall } from '#domain/synchronisation/missed-messages.ts'
import { idAt, lengthOf, type World } from '../world/world.ts'
import { storeAnswers } from './raw-database.ts'

const call = async (path: string, fields: object): Promise<unknown> => {
  const request = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
  const answer = await fetch(`/Api${path}`, { ...request, body: JSON.stringify(fields) })
  return answer.json()
}

/** Fetches the messages after `held` by the client's calls and stores the raw responses. Returns ms. */
export async function fetchMissed(held: World): Promise<number> {
  const start = performance.now()
  const answers = [await call('/GetAllSessionList', {})]
  for (let from = 1; from <= held.conversations; from += conversationsPerCall) {
    const SessionInfos = Array.from({ length: conversationsPerCall }, (_, at) => from + at).map((ID) => ({
      SessionType: '1',
      ID,
      FromID: idAt(held, ID, lengthOf(held, ID)),
    }))
    answers.push(await call('/GetAllSessionData', { SessionInfos }))
  }
  await storeAnswers(answers)
  return performance.now() - start
}
