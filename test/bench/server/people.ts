/** Somebody of the real server, as their calls and sockets say who they are. */
export interface Person {
  readonly userId: number
  readonly token: string
}

interface Answer {
  readonly Code: number
  readonly Msg: string
  readonly Data: unknown
}

/** Makes a call; throws when it is refused. */
export async function post(address: string, path: string, fields: object): Promise<Answer> {
  const response = await fetch(`${address}/Api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Lang: 'en-US' },
    body: JSON.stringify(fields),
  })
  // Every call answers with this envelope.
  const answer = (await response.json()) as Answer
  if (answer.Code !== 0) throw new Error(`${path} answered ${answer.Code}: ${answer.Msg}`)
  return answer
}

/** Makes a call in somebody's name; answers its data, which each use names as it is specified. */
export const postAs = async <Data>(
  { userId, token }: Person,
  address: string,
  path: string,
  fields: object,
): Promise<Data> =>
  (await post(address, path, { UID: userId, Token: token, DeviceType: 'web', ...fields })).Data as Data

let nextPhone = 10_000_000

/** Signs a new person up by calls. */
export async function signUp(address: string): Promise<Person> {
  nextPhone += 1
  const number = { Phone: `139${nextPhone}`, TelCode: '86' }
  const { Msg } = await post(address, '/GETVABCP', { ...number, Token: 'x', Type: '1' })
  const { Data } = await post(address, '/PhoneRegister', { ...number, Code: Msg.replace(/\D/g, '') })
  // As this call is specified.
  const { UID, Token } = Data as { readonly UID: number; readonly Token: string }
  return { userId: UID, token: Token }
}

/** Makes two people friends; answers their conversation's id. */
export async function befriend(address: string, asking: Person, asked: Person): Promise<number> {
  await postAs(asking, address, '/ApplyFriend', { UserID: asked.userId, Remark: 'Hello', Source: 'Search' })
  const waiting = await postAs<{ readonly ID: number; readonly UserID: number }[]>(
    asked,
    address,
    '/GetFriendApplications',
    {},
  )
  const application = waiting.find(({ UserID }) => UserID === asking.userId)
  await postAs(asked, address, '/AcceptFriendApply', { ID: application?.ID ?? 0 })
  const fields = { UserID: asked.userId }
  return (await postAs<{ readonly ID: number }>(asking, address, '/CreateChatSession', fields)).ID
}
