import { call, callAs, telCode } from './people.mjs'
import { slowUploads, stalledReaders } from './slow-clients.mjs'
import { hostileFrames, manySockets } from './sockets.mjs'

/** Responses that a client with too many or wrong requests may get; 9 is a fault of the server. */
const isFault = ({ Code }) => Code === 9
const times = (count, run) => Promise.all(Array.from({ length: count }, (_, index) => run(index)))
const wrongOf = (answers, isWrong, what) => {
  const wrong = answers.filter(isWrong)
  return wrong.length === 0
    ? []
    : [`${wrong.length} of ${answers.length} ${what}: ${JSON.stringify(wrong[0]).slice(0, 200)}`]
}
/** Ten addresses, so that the limit of one address does not end the attack. */
const addressOf = (index) => `203.0.113.${100 + (index % 10)}`
/** Counts the responses by code, such as `0: 1, 5: 149`. */
const codesOf = (answers) => {
  const counts = new Map()
  for (const { Code } of answers) counts.set(Code, (counts.get(Code) ?? 0) + 1)
  return `codes ${[...counts].map(([code, count]) => `${code}: ${count}`).join(', ')}`
}

const readPages = async ({ url, attacker, conversation }, count) =>
  wrongOf(
    await times(count, () =>
      callAs(url, attacker, '/GetChatData', { ChatSessionID: conversation, Status: 2 }),
    ),
    (answer) => isFault(answer) || JSON.stringify(answer).length > 300_000,
    'pages failed or were too large',
  )
const readLists = async ({ url, friend }, count) =>
  wrongOf(await times(count, () => callAs(url, friend, '/GetCollects')), isFault, 'lists failed')

/**
 * The attacks. Each has the ms within which other people must be answered (99th percentile of all their calls, or of
 * files if `of` says so), its number of requests, and `run`, which resolves with the server's mistakes and an optional
 * note. The requirements name a number for those with `isMeasured`.
 */
export const attacks = [
  {
    name: 'pages of the longest messages and the fullest collections',
    isMeasured: true,
    limit: 250,
    count: 200,
    shortCount: 100,
    run: async (people, count) => {
      const wrong = await Promise.all([readPages(people, count), readLists(people, count / 8)])
      return { wrong: wrong.flat() }
    },
  },
  {
    name: 'sign-ins with wrong passwords',
    isMeasured: true,
    limit: 200,
    of: 'file',
    count: 250,
    shortCount: 100,
    run: async ({ url }, count) => {
      const answers = await times(count, (index) => {
        const Phone = `16${String(index).padStart(9, '0')}`
        return call(url, '/PhoneLogin', { Phone, TelCode: telCode, Password: 'guess it' }, addressOf(index))
      })
      const isWrong = (answer) => isFault(answer) || answer.Code === 0
      return { wrong: wrongOf(answers, isWrong, 'sign-ins failed or got in'), note: codesOf(answers) }
    },
  },
  {
    name: 'password changes',
    isMeasured: true,
    limit: 200,
    of: 'file',
    count: 150,
    shortCount: 60,
    run: async ({ url, attacker }, count) => {
      const answers = await times(count, (index) =>
        callAs(url, attacker, '/UpdatePassword', { Password: `password ${index}` }),
      )
      return { wrong: wrongOf(answers, isFault, 'changes failed'), note: codesOf(answers) }
    },
  },
  { name: 'uploads that trickle', limit: 250, count: 90, shortCount: 45, run: slowUploads },
  { name: 'readers who do not read', limit: 250, count: 120, shortCount: 120, run: stalledReaders },
  { name: 'too many sockets', limit: 250, count: 20, shortCount: 20, run: manySockets },
  { name: 'hostile frames', limit: 250, count: 2_000, shortCount: 500, run: hostileFrames },
]
