import type { ContractHost, ContractResponse } from './contract-host.ts'
import { callAs, dataOrThrow, newClientId, type Person } from './people.ts'

/** Operations of people on files. */
export interface FilePeople {
  /** Stores a file for a conversation, or for its owner without one, and returns its address. */
  upload(person: Person, bytes: Uint8Array<ArrayBuffer>, conversation?: number): Promise<string>
  send(person: Person, conversation: number, type: string, body: string): Promise<ContractResponse>
  /** Returns the HTTP status of a file for a person's browser. */
  statusAs(person: Person, address: string): Promise<number>
}

export function filePeople(host: () => ContractHost): FilePeople {
  const credentials = ({ userId, token }: Person) => ({
    UID: String(userId),
    Token: token,
    DeviceType: 'web',
  })
  return {
    async upload(person, bytes, conversation) {
      const place: Record<string, string> =
        conversation === undefined ? {} : { ChatSessionID: String(conversation) }
      const fields = { ...credentials(person), ...place }
      return dataOrThrow<{ FileUrl: string }>(
        await host().upload('/UploadFile', fields, { name: 'given', bytes }),
      ).FileUrl
    },
    send: (person, ChatSessionID, MsgType, Message) =>
      callAs(host(), person, '/SendChat', {
        ...{ ChatSessionID, MsgType, Message },
        ...{ TimeStamp: 1, ClientMsgId: newClientId() },
      }),
    async statusAs(person, address) {
      const { cookie } = await fileCookie(host(), person)
      return (await host().request(address, { headers: { cookie } })).status
    },
  }
}

/** The cookie that a browser stores from the response, as it sends it back, and its attributes. */
export async function fileCookie(
  host: Pick<ContractHost, 'request'>,
  { userId, token }: Person,
): Promise<{ readonly cookie: string; readonly attributes: readonly string[] }> {
  const response = await host.request('/Api/OpenFiles', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ UID: userId, Token: token, DeviceType: 'web' }),
  })
  const [cookie = '', ...attributes] = (response.headers.get('set-cookie') ?? '').split('; ')
  return { cookie, attributes }
}
