import { deflateSync } from 'node:zlib'

export const telCode = '49'
const newPhone = () => `15${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`
export const newClientId = () =>
  `a${Math.floor(Math.random() * 1e15)
    .toString(36)
    .padStart(19, '0')}`

/** Makes a call; `address` is its apparent sender. */
export async function call(url, path, fields, address) {
  const response = await fetch(`${url}/Api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(address && { 'X-Forwarded-For': address }) },
    body: JSON.stringify(fields),
  })
  return response.json()
}

export const callAs = (url, person, path, fields = {}) =>
  call(url, path, { UID: person.id, Token: person.token, DeviceType: 'web', ...fields }, person.address)

async function must(promise, what) {
  const { Code, Msg, Data } = await promise
  if (Code !== 0) throw new Error(`${what} answered ${Code}: ${Msg}`)
  return { Data, Msg }
}

export async function signUp(url, address) {
  const phone = newPhone()
  const owner = { Phone: phone, TelCode: telCode }
  const { Msg } = await must(call(url, '/GETVABCP', { ...owner, Token: 'x', Type: '1' }), 'a code')
  const { Data } = await must(
    call(url, '/PhoneRegister', { ...owner, Code: Msg.replace(/\D/g, '') }),
    'a sign-up',
  )
  return { phone, id: Data.UID, token: Data.Token, address }
}

export async function befriend(url, one, other) {
  await must(
    callAs(url, one, '/ApplyFriend', { UserID: other.id, Remark: '', Source: 'Search' }),
    'a request',
  )
  const { Data: applications } = await must(callAs(url, other, '/GetFriendApplications'), 'the requests')
  await must(callAs(url, other, '/AcceptFriendApply', { ID: applications[0].ID }), 'an acceptance')
  const { Data: friends } = await must(callAs(url, one, '/GetFriends'), 'the friends')
  return friends.find(({ FriendID }) => FriendID === other.id).ChatSessionID
}

/** The smallest picture: one pixel. */
function pixel() {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([size, body, sum])
  }
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(Buffer.alloc(4))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc(bytes) {
  let sum = -1
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ -1) >>> 0
}

/** Uploads a picture of one pixel as an avatar, followed by this number of bytes. */
export async function uploadPicture(url, person, more = 0) {
  const form = new FormData()
  form.append('file', new Blob([pixel(), new Uint8Array(more)], { type: 'image/png' }), 'a.png')
  const response = await fetch(`${url}/Api/UploadHeadImg`, {
    method: 'POST',
    headers: { UID: String(person.id), Token: person.token, 'X-Forwarded-For': person.address },
    body: form,
  })
  return (await must(response.json(), 'a picture')).Data.FileUrl
}

/**
 * The attacker with a long conversation and the fullest collections, and the victim with a picture.
 * They come from different addresses.
 */
export async function openPeople(url) {
  const attacker = await signUp(url, '203.0.113.66')
  const friend = await signUp(url, '203.0.113.67')
  const victim = await signUp(url, '198.51.100.7')
  const victimFriend = await signUp(url, '198.51.100.8')
  const conversation = await befriend(url, attacker, friend)
  const victimConversation = await befriend(url, victim, victimFriend)
  const long = 'x'.repeat(20_000)
  for (let count = 0; count < 60; count++)
    await must(
      callAs(url, attacker, '/SendChat', {
        ...{ ChatSessionID: conversation, Message: long, MsgType: 'txt', TimeStamp: 1 },
        ClientMsgId: newClientId(),
      }),
      'a message',
    )
  for (let isFull = false; !isFull; ) {
    const saved = { Type: 'text', Content: long, FromType: 'friend', FromID: friend.id, FromName: 'Friend' }
    isFull = (await callAs(url, friend, '/AddCollect', saved)).Code !== 0
  }
  await callAs(url, victim, '/SendChat', {
    ...{ ChatSessionID: victimConversation, Message: 'hello', MsgType: 'txt', TimeStamp: 1 },
    ClientMsgId: newClientId(),
  })
  const picture = await uploadPicture(url, victim)
  return {
    url,
    attacker,
    friend,
    conversation,
    victim: { ...victim, conversation: victimConversation, picture },
  }
}
